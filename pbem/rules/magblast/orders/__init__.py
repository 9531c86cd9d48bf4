"""What a player may write: parts of orders, orders, and how tokens become them."""
