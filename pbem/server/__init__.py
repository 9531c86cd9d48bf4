"""The mail server: letters in, reports out."""
