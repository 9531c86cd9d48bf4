"""Plans made of real games: `python -m tests.plans` (CONTRIBUTING.md)."""
