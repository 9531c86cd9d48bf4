"""How the pages look."""

from __future__ import annotations

from flask import Response

from pbem.report.look import stylesheet
from pbem.web.views import blueprint
from pbem.web.views.common import file_response


@blueprint.get("/look.css")
def look() -> Response:
    """Give the one sheet of styles that all pages have."""
    return file_response(stylesheet("moderator"), "text/css")
