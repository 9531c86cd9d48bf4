"""What the doctor found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tested; the words are in templates/mail/doctor.j2."""

    what: str
    well: bool
    why: str = ""
    publish: str = ""  #: a record for the DNS: shown in a line of its own
