"""How forums are read and answered, one file each; a file that lies here is known."""
