"""Secrets that lie elsewhere than in the settings that name them."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

_SECONDS = 60  #: that a program may take to hand over a secret


class SecretMissing(Exception):
    """A secret cannot be read from where the settings refer to; the text says why."""

    def __init__(self, value: str, why: str) -> None:
        super().__init__(f"{value}: {why}")
        self.why = why


def revealed(value: str) -> str:
    """Return the value behind a reference; a plain value is returned as it is.

    `env:NAME` is a variable of the environment, `file:PATH` what a file holds,
    `credential:NAME` what systemd hands to a service (LoadCredential), and
    `cmd:PROGRAM ARGUMENTS` the first line that a program prints. Raises SecretMissing,
    whose words hold nothing of the secret.

    >>> revealed("correct-horse")
    'correct-horse'
    """
    if not lies_elsewhere(value):
        return value
    kind, _, rest = value.partition(":")
    return _KINDS[kind](rest, value)


def lies_elsewhere(value: str) -> bool:
    """Return whether a value has one of these marks, and is no secret itself.

    >>> [lies_elsewhere(value) for value in ("env:WORD", "correct:horse", "env")]
    [True, False, False]
    """
    kind, colon, _ = value.partition(":")
    return bool(colon) and kind in _KINDS


def _variable(name: str, value: str) -> str:
    if name not in os.environ:
        raise SecretMissing(value, "no such variable in the environment")
    return os.environ[name]


def _file(path: str, value: str) -> str:
    try:
        return Path(path).expanduser().read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SecretMissing(value, error.strerror or "it cannot be read") from None
    except UnicodeDecodeError:
        raise SecretMissing(value, "is no text") from None


def _credential(name: str, value: str) -> str:
    place = os.environ.get("CREDENTIALS_DIRECTORY", "")
    if not place:
        raise SecretMissing(value, "this is no service that systemd has started")
    return _file(str(Path(place) / name), value)


def _program(command: str, value: str) -> str:
    """Return the first line that a program prints; no shell reads the command."""
    try:
        words = shlex.split(command)
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
        return done.stdout.decode().strip().split("\n")[0].strip()
    except subprocess.CalledProcessError as error:
        why = f"it ended with status {error.returncode}"
    except subprocess.TimeoutExpired:
        why = f"it took longer than {_SECONDS} seconds"
    except OSError as error:
        why = error.strerror or "it cannot be run"
    except (ValueError, IndexError):
        why = "this is no command, or it printed no text"
    raise SecretMissing(value, why)


_KINDS = {
    "env": _variable,
    "file": _file,
    "credential": _credential,
    "cmd": _program,
}
