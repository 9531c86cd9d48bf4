"""The files of a thread, whatever forum they come from."""
