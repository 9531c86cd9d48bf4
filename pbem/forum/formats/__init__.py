"""The formats of threads, one file each; a file that lies here is a format."""
