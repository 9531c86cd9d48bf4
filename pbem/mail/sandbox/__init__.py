"""Letters read in a child process with limits of its own."""
