"""robots.txt: what a forum lets programs read, and how often."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

MAX_DELAY_SECONDS = 60.0
AGENT = "pbem"  #: the name by which robots.txt may speak to us


class Robots:
    """What a forum's robots.txt says; an empty text allows everything."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._rules = RobotFileParser()
        self._rules.parse(text.splitlines())

    def allows(self, address: str) -> bool:
        """Return whether a page may be read.

        >>> Robots("User-agent: *\\nDisallow: /private").allows("http://x/private/1")
        False
        """
        return self._rules.can_fetch(AGENT, address)

    @property
    def delay(self) -> float:
        """Seconds that the forum wants between two requests, 60 at most."""
        asked = self._rules.crawl_delay(AGENT)
        return min(float(asked), MAX_DELAY_SECONDS) if asked else 0.0
