"""What a line of a post is: lines out of HTML and BBCode."""
