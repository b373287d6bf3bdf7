"""The switches of the pages: language, and light or dark."""

from typing import Final

from litestar import Response, post
from litestar.params import RawBody

from service.http.preferences import LANGUAGE, LANGUAGES, THEME, THEMES, preference
from service.http.requests import AnyRequest
from service.http.session import came_from, verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.web.forms import read_open_form
from service.web.sign_in import see_other

_AS_BROWSER: Final = "auto"
_CHOICES: Final = {"language": (LANGUAGE, LANGUAGES), "theme": (THEME, (*THEMES, _AS_BROWSER))}


@post("/preferences", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def prefer(request: AnyRequest, body: RawBody) -> Response[bytes]:
    """What was chosen holds from the next page on, which is the one that the form was on."""
    answer = see_other(came_from(request))
    for name, value in read_open_form(request, body, _CHOICES).items():
        key, known = _CHOICES[name]
        if value not in known:
            raise ProblemError(INVALID_REQUEST, f"It is one of {', '.join(known)}.", pointer=f"/{name}")
        answer.set_cookie(preference(request, key, "" if value == _AS_BROWSER else value))
    return answer
