"""If-then plans: what a seat will answer when it hears what others have played."""
