"""What a record says of its thread, in comments and headings."""
