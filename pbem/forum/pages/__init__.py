"""Pages of forums, read by tables of marks."""
