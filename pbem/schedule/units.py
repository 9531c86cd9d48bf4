"""How long an hour and a day are, in seconds."""

HOUR = 3600
DAY = 24 * HOUR
