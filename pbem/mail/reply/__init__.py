"""What is new in a reply: quotes, attributions and signatures taken off."""
