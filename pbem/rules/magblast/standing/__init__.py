"""Standing orders: what they name, when they act, and what comes of them now."""
