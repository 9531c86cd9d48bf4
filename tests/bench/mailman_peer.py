"""Hands posts to the one member of a list, with Mailman 3; needs no module of ours.

`mailman_peer.py PORT COUNT` sends them to an SMTP server and prints the seconds of a
processor that it took from the queue of incoming letters to the last letter sent.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

SETTINGS = """[mailman]
site_owner: host@x.example
layout: here

[paths.here]
var_dir: {place}

[database]
url: sqlite:///{place}/mailman.db

[mta]
incoming: mailman.mta.null.NullMTA
outgoing: mailman.mta.deliver.deliver
smtp_host: 127.0.0.1
smtp_port: {port}
"""
POST = (
    """From: ann@a.example
To: club@x.example
Subject: my turn
Message-ID: <{number}@a.example>
Date: Tue, 14 Nov 2023 22:13:20 +0000

D4 1NE

"""
    + "> a line of an old report that is quoted\n" * 30
)
STEPS = (
    ("incoming.IncomingRunner", "in"),
    ("pipeline.PipelineRunner", "pipeline"),
    ("outgoing.OutgoingRunner", "out"),
)


def main() -> None:
    """Hand on so many posts."""
    port, count = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as place:
        settings = Path(place) / "mailman.cfg"
        settings.write_text(SETTINGS.format(place=place, port=port))
        import_module("mailman.core.initialize").initialize(str(settings))
        helpers = import_module("mailman.testing.helpers")
        queues = import_module("mailman.config").config.switchboards
        mlist = _club()
        for number in range(int(count)):
            text = POST.format(number=number)
            letter = helpers.specialized_message_from_string(text)
            queues["in"].enqueue(letter, listid=mlist.list_id, to_list=True)
        start = process_time()
        for name, queue in STEPS:
            module, kind = name.split(".")
            runner = getattr(import_module(f"mailman.runners.{module}"), kind)
            helpers.make_testable_runner(runner, queue).run()
        seconds = process_time() - start
        left = [name for name in ("in", "pipeline", "out") if queues[name].files]
        assert not left, left
        assert not queues["shunt"].files
        print(seconds)


def _club() -> Any:
    """Make a list with one member, who may post."""
    lookup = import_module("zope.component").getUtility
    faces = "mailman.interfaces"
    lookup(import_module(f"{faces}.domain").IDomainManager).add("x.example")
    mlist = import_module("mailman.app.lifecycle").create_list("club@x.example")
    mlist.default_member_action = import_module(f"{faces}.action").Action.accept
    people = lookup(import_module(f"{faces}.usermanager").IUserManager)
    address = people.create_address("ann@a.example", "Ann")
    address.verified_on = import_module("mailman.utilities.datetime").now()
    mlist.subscribe(address)
    import_module("mailman.config").config.db.commit()
    return mlist


if __name__ == "__main__":
    main()
