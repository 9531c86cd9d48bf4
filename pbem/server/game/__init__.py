"""One game as it is opened: its session, deadlines, history; no letters."""
