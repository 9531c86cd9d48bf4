"""Threads in, posts out: a game that is played on a forum."""
