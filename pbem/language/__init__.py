"""Orders in what people write: the words around and between them."""
