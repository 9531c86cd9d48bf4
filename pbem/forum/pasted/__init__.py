"""Text that was copied out of a page: where posts begin and end in it."""
