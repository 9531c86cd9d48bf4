"""Whom the mail server's own findings are believed of, and nobody's imitation."""

from __future__ import annotations

import pytest

from pbem.mail.message.authentication_results import read_results, server_of
from pbem.mail.message.letter import read_letter
from pbem.server.flow import identity
from pbem.server.settings import config
from tests.support.server.world import ANN, REFEREE

#: The examples of RFC 8601, appendix B: what each finds.
EXAMPLES = {
    "example.org 1; none": (),
    "example.com;\n spf=pass smtp.mailfrom=example.net": ("spf pass example.net",),
    "example.com;\n auth=pass (cram-md5) smtp.auth=sender@example.net;\n"
    " spf=pass smtp.mailfrom=example.net": (
        "auth pass sender@example.net",
        "spf pass example.net",
    ),
    "example.com; iprev=pass policy.iprev=192.0.2.200": ("iprev pass 192.0.2.200",),
    "example.com;\n dkim=pass (good signature) header.d=example.com": (
        "dkim pass example.com",
    ),
    'example.com;\n dkim=pass reason="good signature"\n'
    " header.i=@mail-router.example.net;\n dkim=fail reason=\"bad signature\"\n"
    " header.i=@newyork.example.com": (
        "dkim pass good signature @mail-router.example.net",
        "dkim fail bad signature @newyork.example.com",
    ),
    "foo.example.net (foobar) 1 (baz);\n dkim (Because I like it) / 1 (One yay)"
    " = (wait for it) fail\n policy (A dot can go here) . (like that) expired\n"
    " (this surprised me) = (as I wasn't expecting it) 1362471462": (
        "dkim fail 1362471462",
    ),
}  # fmt: skip

PASS = "dkim=pass header.d=a.example"
#: What stands in the topmost field of our server, and whether Ann is proven by it.
FIELDS = {
    f"mx.x.example; {PASS}": True,
    f'"mx.x.example" 1; {PASS}': True,
    "mx.x.example; dkim=pass header.b=\"x;y\" header.d=\"A.example\"": True,
    "mx.x.example; dkim=pass header.d=a.example header.b=ab/+c==; spf=fail": True,
    "mx.x.example; spf=none smtp.mailfrom=; " + PASS: True,
    f'mx.x.example; spf=fail reason="; {PASS}"': False,
    f'mx.x.example; spf=fail reason="\\"; {PASS}"': False,
    f"mx.x.example; spf=fail smtp.mailfrom=\"x; {PASS}\"@m.example": False,
    f"mx.x.example; spf=fail (\\); {PASS})": False,
    f"mx.x.example (a (b) (c(d)) e); {PASS}": True,
    f"mx.x.example; spf=fail (a (b); {PASS})": False,
    f"mx.x.example; spf=fail (a) b); {PASS}": False,
    f"mx.x.example; spf=pass (((a); {PASS}": False,
    f"mx.x.example; spf=fail (((({PASS})": False,
    f'mx.x.example; spf=fail reason="x; {PASS}': False,
    f"mx.x.example 2; {PASS}": False,
    "mx.x.example; dk im=pass header.d=a.example": False,
    "mx.x.example; dkim/2=pass header.d=a.example": False,
    "mx.x.example; dkim=pass reason=x header.d=m.example header.d=a.example": False,
    "mx.x.example; dkim=pass header.d=m.example (header.d=a.example)": False,
    'mx.x.example; dkim=pass header.s="x header.d=a.example"': False,
    "mx.x.example; dkim=pass policy.header.d=a.example": False,
    f"(mx.x.example; {PASS}) m.example; spf=fail": False,
    f"m.example; spf=fail reason=\"\nmx.x.example; {PASS}\"": False,
}  # fmt: skip


@pytest.mark.parametrize(("field", "found"), EXAMPLES.items())
def test_the_examples_of_the_standard(field: str, found: tuple[str, ...]) -> None:
    read = read_results(field)
    assert read is not None
    assert read.server == server_of(field) == field.partition(";")[0].split()[0]
    said = (
        " ".join((one.method, one.result, *(value for _, value in one.properties)))
        for one in read.results
    )
    assert tuple(said) == found


@pytest.mark.parametrize(("field", "proven"), FIELDS.items())
def test_only_what_our_server_found_is_believed(field: str, proven: bool) -> None:
    settings = config.read(
        f'address = "{REFEREE}"\n[identity]\npolicy = "token+dkim"\n'
        'authserv = "mx.x.example"\n'
    )
    folded = field.replace("\n", "\n ")
    below = f"Authentication-Results: mx.x.example; {PASS}\n"
    for more in ("", below) if "mx.x.example" in server_of(field) else ("",):
        head = f"Authentication-Results: {folded}\n{more}From: {ANN}\n\nD4\n"
        assert identity.dkim_passes(settings, read_letter(head.encode())) is proven


def test_an_endless_field_is_read_in_one_pass() -> None:
    for run in ("(", '"', "\\", "a=", ";", '("', "a ", "x.", '="', "=", "/"):
        field = f"mx.x.example; {run * 30_000}"
        found = read_results(field)
        assert found is None or found.server == "mx.x.example"
