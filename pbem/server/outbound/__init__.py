"""Letters out: composed, queued, sent."""
