"""Finds games of the house and of other packages, and checks their files."""
