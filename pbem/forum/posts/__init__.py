"""Posts for a forum, in its own markup."""
