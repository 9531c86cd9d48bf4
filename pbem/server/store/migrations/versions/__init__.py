"""The changes of the tables, one file to each, in order."""
