"""pbem.toml: its tables, checked."""
