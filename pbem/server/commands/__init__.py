"""Commands in a letter: one file each, found by its name (grammars/letter.lark)."""
