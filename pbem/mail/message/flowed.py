"""format=flowed (RFC 3676): broken lines are joined again."""

from __future__ import annotations


def unflow(text: str, delete_space: bool = False) -> str:
    r"""Join the lines that end in a blank with the line after them.

    Lines flow only within one depth of quoting; the signature mark `-- ` is never
    joined. `delete_space` is the parameter `DelSp=yes`.

    >>> unflow("A Par - \nBur\n> old \n> move\n-- \nAnn")
    'A Par - Bur\n> old move\n-- \nAnn'
    """
    lines: list[str] = []
    flowing: list[str] = []
    depth = 0
    for line in text.split("\n"):
        body = line.lstrip(">")
        marks = len(line) - len(body)
        body = body.removeprefix(" ")
        signature = body == "-- "
        if flowing and (marks != depth or signature):
            lines.append(_quoted(flowing, depth))
            flowing = []
        depth = marks
        if body.endswith(" ") and not signature:
            flowing.append(body[:-1] if delete_space else body)
        else:
            flowing.append(body)
            lines.append(_quoted(flowing, depth))
            flowing = []
    if flowing:
        lines.append(_quoted(flowing, depth))
    return "\n".join(lines)


def _quoted(pieces: list[str], depth: int) -> str:
    body = "".join(pieces)
    if not depth:
        return body
    return ">" * depth + (" " + body if body else "")
