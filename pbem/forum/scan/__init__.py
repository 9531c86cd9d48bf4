"""Orders out of a thread, and the questions that they raise."""
