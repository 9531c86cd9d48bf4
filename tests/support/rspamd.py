"""A private copy of rspamd for the tests."""

from __future__ import annotations

import shutil
from functools import cache

from tests.support.processes import free_ports, serve, short_folder
from tests.support.servers import MORE, find_program, need_root, template


@cache
def rspamd(resolver: int) -> int:
    """Start rspamd, which asks the name server at a port; the port to ask it at."""
    program = find_program("rspamd", "/etc/rspamd/rspamd.conf")
    need_root("rspamd")
    folder = short_folder()
    shutil.chown(folder, "_rspamd", "_rspamd")
    (port,) = free_ports(1)
    (folder / "local.d").mkdir()
    values = {"folder": folder, "resolver": resolver, "port": port}
    for part in template("rspamd.txt").split("# ")[1:]:
        name, _, text = part.partition("\n")
        (folder / "local.d" / name).write_text(text.format(**values))
    command = [program, "-f", "-c", "/etc/rspamd/rspamd.conf"]
    command += ["-u", "_rspamd", "-g", "_rspamd"]
    for name in ("LOCAL_CONFDIR", "DBDIR", "RUNDIR", "LOGDIR"):
        command += ["--var", f"{name}={folder}"]
    serve(folder, command, port)
    return port


MORE.append(rspamd)
