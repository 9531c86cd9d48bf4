"""The machine around the program: files, packaged data, secrets, processes."""
