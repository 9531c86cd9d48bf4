"""Threads that read themselves: looked at politely, answered when it is allowed."""
