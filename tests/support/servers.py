"""Starts private copies of Dovecot, Postfix and PostgreSQL for the tests.

Each has a folder and free ports of its own on the loopback and touches nothing
of the system's. A function here starts its server at the first call and gives
the same one afterwards; all stop when the process ends, or at `stop_all`.
Raises Missing, with the reason, where a server cannot be had.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.support import processes
from tests.support.processes import (
    HOST,
    START_SECONDS,
    Missing,
    free_ports,
    privileges,
    run,
    serve,
    short_folder,
)

PASSWORD = "correct-horse"
SMALL_DISK = 64  #: megabytes


@dataclass(frozen=True)
class Certificate:
    """A certificate for 127.0.0.1 that signs itself."""

    chain: Path
    key: Path


@dataclass(frozen=True)
class Dovecot:
    """An IMAP and LMTP server that knows every user, all by one password.

    What an access token is worth it asks at the port `oauth`, where a test may have a
    `tests.support.mail.provider.Provider`.
    """

    folder: Path
    imap: int
    imaps: int
    lmtp: int
    auth: int
    oauth: int

    def mailbox(self, user: str) -> Path:
        """The Maildir of a user."""
        return self.folder / "vmail" / user / "Maildir"

    def renumber(self, user: str) -> None:
        """Give every letter in the user's INBOX a new UID, and a new UIDVALIDITY."""
        control = ("doveadm", "-c", str(self.folder / "dovecot.conf"))
        # A session that is still open would write the old numbers back.
        subprocess.run([*control, "kick", user], capture_output=True, check=False)
        for name in self.mailbox(user).glob("dovecot*"):
            name.unlink()
        validity = str(int(time.time()) + 1000)
        update = ("mailbox", "update", "-u", user, "--uid-validity", validity)
        run(*control, *update, "INBOX")


@dataclass(frozen=True)
class Postfix:
    """A mail server: `pbem.test` goes to Dovecot, `lmtp.test` to `push`.

    It refuses nobody@pbem.test, and puts off later@pbem.test. `submission`
    wants STARTTLS and a password, `smtps` TLS and a password.
    """

    folder: Path
    smtp: int
    submission: int
    smtps: int
    push: int


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL server, empty but for the databases made with `database`."""

    folder: Path
    programs: Path
    port: int
    durable: bool = False  #: whether it waits for the disk

    def database(self, name: str) -> str:
        """Make a new database; the URL to reach it."""
        run(str(self.programs / "createdb"), *self._where(), name)
        return f"postgresql+psycopg://pbem@{HOST}:{self.port}/{name}"

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        user = _postgres_user(self.folder)
        start = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        start += ["-h", HOST, "-p", str(self.port), "-k", str(self.folder)]
        if not self.durable:
            # Only a power cut would show what waiting for the disk is good for.
            start += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        # It takes SIGTERM as a wish to wait until all clients have gone.
        serve(self.folder, start, self.port, user, signal.SIGINT)
        # It listens before it is ready: a first connection may still be refused.
        end = time.monotonic() + START_SECONDS
        while not self.ready():
            if time.monotonic() > end:
                told = (self.folder / "output").read_text(errors="replace")
                raise RuntimeError(told)
            time.sleep(0.05)

    def ready(self) -> bool:
        """Whether it takes connections."""
        ask = [str(self.programs / "pg_isready"), "-q", "-h", HOST]
        ask += ["-p", str(self.port)]
        return subprocess.run(ask, timeout=20, check=False).returncode == 0

    def main_process(self) -> int:
        """The number of the process that all others of it come from."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected."""
        run(str(self.programs / "dropdb"), *self._where(), "--force", name)

    def _where(self) -> tuple[str, ...]:
        return ("-h", HOST, "-p", str(self.port), "-U", "pbem")


@cache
def install() -> str:
    """Install what is missing, where that is possible; what the script said."""
    script = Path(__file__).with_name("install-servers.sh")
    lock = Path(tempfile.gettempdir()) / "pbem-install-servers.lock"
    with open(lock, "a", encoding="utf-8") as file:
        # Test processes start side by side, and apt-get wants to be alone.
        fcntl.lockf(file, fcntl.LOCK_EX)
        done = subprocess.run(
            ["sh", str(script)], capture_output=True, text=True, timeout=600
        )
    return (done.stdout + done.stderr).strip()[-2000:]


@cache
def certificate() -> Certificate:
    """A fresh certificate: a key that lies in a repository is no secret."""
    program = find_program("openssl")
    folder = short_folder()
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    run(
        *(program, "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
        *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=pbem.test"),
        *("-addext", f"subjectAltName=IP:{HOST}"),
        *("-keyout", str(made.key), "-out", str(made.chain)),
    )
    return made


@cache
def dovecot() -> Dovecot:
    """Start Dovecot."""
    program = find_program("dovecot", "/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp")
    need_root("Dovecot")
    version = run(program, "--version")
    if not version.startswith("2.3."):
        raise Missing(f"the configuration is for Dovecot 2.3, here is {version}")
    folder = short_folder()
    server = Dovecot(folder, *free_ports(5))
    (folder / "vmail").mkdir()
    shutil.chown(folder / "vmail", "nobody", "nogroup")
    configuration = template("dovecot.conf").format(
        folder=folder,
        password=PASSWORD,
        cert=certificate().chain,
        key=certificate().key,
        imap=server.imap,
        imaps=server.imaps,
        lmtp=server.lmtp,
        auth=server.auth,
    )
    (folder / "dovecot.conf").write_text(configuration)
    asked = template("oauth2.conf").format(oauth=server.oauth)
    (folder / "oauth2.conf").write_text(asked)
    command = [program, "-F", "-c", str(folder / "dovecot.conf")]
    others = (server.imap, server.imaps, server.auth)
    serve(folder, command, server.lmtp, more_ports=others)
    return server


@cache
def postfix() -> Postfix:
    """Start Postfix, and Dovecot, which it delivers to and asks for passwords."""
    program = find_program("postfix")
    need_root("Postfix")
    inner = dovecot()
    folder = short_folder()
    server = Postfix(folder, *free_ports(4))
    for part in ("queue", "data"):
        (folder / part).mkdir()
    shutil.chown(folder / "data", "postfix")
    values = {
        "folder": folder,
        "cert": certificate().chain,
        "key": certificate().key,
        "dovecot": inner.lmtp,
        "auth": inner.auth,
        "smtp": server.smtp,
        "submission": server.submission,
        "smtps": server.smtps,
        "push": server.push,
    }
    for name in ("main.cf", "master.cf"):
        (folder / name).write_text(template(name).format(**values))
    # What "postfix start" does, but in the foreground, where we can end it.
    run(program, "-c", str(folder), "check")
    where = run("postconf", "-c", str(folder), "-h", "daemon_directory")
    master = [f"{where}/master", "-c", str(folder), "-d"]
    others = (server.submission, server.smtps)
    serve(folder, master, server.smtp, more_ports=others)
    return server


@cache
def postgres() -> Postgres:
    """Start PostgreSQL, as the user postgres where we are root."""
    return _postgres_in(short_folder())


@cache
def durable_postgres() -> Postgres:
    """Start PostgreSQL as a host has it: a commit waits for the disk."""
    return _postgres_in(short_folder(), durable=True)


@cache
def small_postgres(part: str) -> Postgres:
    """Start PostgreSQL with its "data" or its "wal" on a disk of SMALL_DISK MB."""
    folder = short_folder()
    for name in ("data", "wal"):
        (folder / name).mkdir()
        _postgres_user(folder / name)
    small = folder / part
    processes.at_stop(small_disk(small, f"{SMALL_DISK}m,mode=0700"))
    _postgres_user(small)
    # A new file of the log is soon wanted where these are small.
    wal = ("--waldir", str(folder / "wal"), "--wal-segsize", "1")
    return _postgres_in(folder, *wal)


def small_disk(folder: Path, size: str) -> Callable[[], object]:
    """Make a folder a disk of so much room; return what takes it off again."""
    if os.geteuid() != 0:
        raise Missing("making a small disk takes root")
    try:
        run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    except (RuntimeError, FileNotFoundError) as fault:
        raise Missing(f"no small disk can be made: {fault}") from None
    return partial(run, "umount", "-l", str(folder))


def _postgres_in(folder: Path, *more: str, durable: bool = False) -> Postgres:
    programs = _postgres_programs()
    server = Postgres(folder, programs, free_ports(1)[0], durable)
    user = _postgres_user(folder)
    run(
        *privileges(*user),
        *(str(programs / "initdb"), "-D", str(folder / "data"), "-U", "pbem"),
        *("-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"),
        *more,
    )
    server.start()
    return server


DATABASES = (postgres, durable_postgres, small_postgres)
#: What other modules start with the help of this one, once.
MORE: list[Any] = []


def stop_all() -> None:
    """Stop every server, the last started first; the next call starts afresh."""
    processes.stop_all()
    for start in (certificate, dovecot, postfix, *DATABASES, *MORE):
        start.cache_clear()


atexit.register(stop_all)


def find_program(name: str, *files: str) -> str:
    """The path of a program that has these files with it."""
    said = install()
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if path is None or not all(Path(file).exists() for file in files):
        raise Missing(f"{name} is not installed ({said})")
    return path


def need_root(what: str) -> None:
    if os.geteuid() != 0:
        raise Missing(f"starting {what} takes root")


def _postgres_programs() -> Path:
    said = install()
    found = sorted(
        (p for p in Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        # The release that the project is built for first, else the newest.
        key=lambda p: (p.parts[-3] == "15", int(p.parts[-3])),
    )
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).parent
    raise Missing(f"PostgreSQL is not installed ({said})")


def _postgres_user(folder: Path) -> tuple[str, ...]:
    """As whom to run it: PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return ()
    shutil.chown(folder, "postgres")
    return ("--reuid=postgres", "--regid=postgres", "--init-groups")


def template(name: str) -> str:
    folder = Path(__file__).with_name("server-files")
    return (folder / name).read_text("utf-8")
