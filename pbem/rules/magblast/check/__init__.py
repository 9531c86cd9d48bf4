"""What words of an order stand for, and what may be done by whom."""
