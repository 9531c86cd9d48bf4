"""Bytes to text: only character sets that mean characters, and a guess for the rest.

Python also knows codecs that execute escapes or unpack archives (`unicode_escape`,
`idna`, `zip`); a letter must not be able to name one, so the labels are a list.
"""

from __future__ import annotations

import codecs

_FAMILIES: dict[str, str] = {
    "utf-8": "utf8 unicode-1-1-utf-8 utf-8-sig x-unknown-utf-8",
    "utf-16": "utf16 unicode ucs-2",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf-32": "utf32",
    "cp1252": (
        "us-ascii ascii ansi_x3.4-1968 iso646-us iso-8859-1 iso8859-1 latin1 latin-1 "
        "l1 windows-1252 iso_8859-1 8859-1 x-ansi ansi cp819 x-user-defined"
    ),
    "cp1250": "windows-1250 x-cp1250",
    "cp1251": "windows-1251 x-cp1251 win-1251 win1251",
    "cp1253": "windows-1253",
    "cp1254": "windows-1254 iso-8859-9 iso8859-9 latin5",
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
    "cp1257": "windows-1257",
    "cp1258": "windows-1258",
    "cp437": "ibm437",
    "cp850": "ibm850",
    "cp852": "ibm852",
    "cp866": "ibm866 dos-866",
    "cp874": "windows-874 tis-620 tis620 iso-8859-11 iso8859-11",
    "koi8-r": "koi8r koi",
    "koi8-u": "koi8u koi8-ru",
    "mac-roman": "macintosh x-mac-roman mac macroman",
    "mac-cyrillic": "x-mac-cyrillic maccyrillic",
    "gb18030": "gb2312 gbk x-gbk cp936 ms936 windows-936 euc-cn hz-gb2312 gb_2312-80",
    "hz": "hz-gb-2312",
    "big5hkscs": "big5 big5-hkscs x-x-big5 cp950 cn-big5 big-5",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932 csshiftjis",
    "euc_jp": "euc-jp eucjp x-euc-jp",
    "iso2022_jp_2": "iso-2022-jp iso-2022-jp-1 iso-2022-jp-2 csiso2022jp",
    "iso2022_jp_ext": "iso-2022-jp-ext iso-2022-jp-ms cp50220 cp50221",
    "cp949": "euc-kr euckr ks_c_5601-1987 ks_c_5601 ksc5601 windows-949 uhc korean",
    "iso2022_kr": "iso-2022-kr",
    "johab": "cp1361",
}
_FAMILIES |= {
    f"iso8859-{n}": f"iso-8859-{n} iso_8859-{n} 8859-{n} iso-8859-{n}-i iso-8859-{n}-e"
    for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)
}
#: Label (lower case) to the name of a Python codec; nothing else is ever used.
CODECS: dict[str, str] = {
    label: codec
    for codec, labels in _FAMILIES.items()
    for label in (codec, codec.replace("_", "-"), *labels.split())
}


def codec_of(label: str) -> str | None:
    """Return the codec for a label of a letter; None: it is not on the list.

    >>> codec_of(" ISO-8859-1 "), codec_of("unicode_escape"), codec_of("utf-7")
    ('cp1252', None, None)
    """
    return CODECS.get(label.strip().strip("'\"").lower())


def decode(raw: bytes, label: str = "") -> tuple[str, bool]:
    """Return text of bytes in a labelled character set, and whether that is a guess.

    UTF-8 that calls itself something else is read as UTF-8: random text of another
    set is hardly ever valid UTF-8.

    >>> decode(b"caf\\xe9", "latin1"), decode(b"caf\\xe9", "rot13")
    (('café', False), ('café', True))
    """
    if raw.isascii() and b"\x1b" not in raw and b"~{" not in raw and b"\0" not in raw:
        return raw.decode("ascii"), bool(label) and codec_of(label) is None
    codec = codec_of(label) if label else None
    if codec is not None and codec != "cp1252":
        try:
            return _strict(raw, codec), False
        except UnicodeError:
            pass
    try:
        text = raw.decode("utf-8")
    except UnicodeError:
        return raw.decode(codec or "cp1252", "replace"), codec is None
    return text, codec is None or codec != "utf-8"


def _strict(raw: bytes, codec: str) -> str:
    text = codecs.decode(raw, codec, "strict")
    return text.removeprefix("\ufeff")
