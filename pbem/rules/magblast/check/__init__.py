"""What is wrong with an order; what is right about it becomes a plan."""
