"""What kind of letter it is, and whom a bounce names."""
