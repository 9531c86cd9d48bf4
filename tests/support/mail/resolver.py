"""A name server of the tests: it knows a few records, and that there are no others."""

from __future__ import annotations

import socketserver
from dataclasses import dataclass, field
from typing import Self

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.resolver
import dns.rrset

from tests.support.processes import HOST
from tests.support.serving import Serving


@dataclass
class Resolver(Serving):
    """Answers on a UDP port of the loopback, from `with` on."""

    #: by name and kind, such as ("x.org", "TXT")
    records: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    port: int = 0

    def texts(self, name: str, *texts: str) -> None:
        """Have these texts at a name, each cut as the DNS needs it."""
        self.records[name, "TXT"] = [
            " ".join(f'"{text[at : at + 250]}"' for at in range(0, len(text), 250))
            for text in texts
        ]

    def client(self) -> dns.resolver.Resolver:
        """Who asks here, and nowhere else."""
        found = dns.resolver.Resolver(configure=False)
        found.nameservers = [HOST]
        found.port = self.port
        return found

    def _answer(self, wire: bytes) -> bytes:
        query = dns.message.from_wire(wire)
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.AA | dns.flags.RA
        for question in query.question:
            name = question.name.to_text(omit_final_dot=True).lower()
            self.asked.append(name)
            kind = dns.rdatatype.to_text(question.rdtype)
            if found := self.records.get((name, kind)):
                answer.answer.append(
                    dns.rrset.from_text_list(question.name, 60, "IN", kind, found)
                )
            elif not any(known == name for known, _ in self.records):
                answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire()

    def __enter__(self) -> Self:
        resolver = self

        class Door(socketserver.DatagramRequestHandler):
            def handle(self) -> None:
                self.wfile.write(resolver._answer(self.rfile.read()))

        server = socketserver.ThreadingUDPServer((HOST, self.port), Door)
        self.port = server.server_address[1]
        return self.begin(server)
