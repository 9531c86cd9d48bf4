"""What can happen, and what is explained before it does."""
