"""Times as forums write them."""
