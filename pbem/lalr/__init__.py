"""Reads texts by the tables that Lark makes of a grammar."""
