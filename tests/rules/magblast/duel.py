"""A small position of Mag-Blast, as a record: a shot that can be evaded."""

from __future__ import annotations

DUEL = """Game: magblast
Name: duel
Seats: Ann, Bob
Seed: 00112233445566778899aabbccddeeff

== Position ==
turn: Ann action
Ann: hand mag, laser, beam
Ann: B1 dreadnought 9
Bob: hand evade, laser
Bob: B1 cruiser 6
== 0 ==
"""
