"""What the actions of a plan do on the table of a round."""
