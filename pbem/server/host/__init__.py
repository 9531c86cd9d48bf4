"""What the person who runs the server uses."""
