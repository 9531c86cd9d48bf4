"""The markup of forums, one file each; a file that lies here is a dialect."""
