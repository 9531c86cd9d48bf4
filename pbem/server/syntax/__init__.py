"""The command language of letters."""
