"""What players are told of orders before they are carried out."""
