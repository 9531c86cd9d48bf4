"""The referee for turn-based games played by mail and on forums."""

__version__ = "0.1.0"
