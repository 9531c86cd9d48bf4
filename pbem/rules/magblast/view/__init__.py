"""What a seat, the public and the moderator may see."""
