"""The page that shows the OpenAPI document, and works without internet."""

from functools import cache
from importlib import resources
from typing import Final

from litestar import Litestar, MediaType, Response, get
from litestar.handlers import HTTPRouteHandler

from service.http.requests import AnyRequest
from service.openapi.document import rendered

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partita API</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<style>
body { margin: 0; }
.back { display: block; padding: .6rem 1rem; font: 1rem/1.5 system-ui, sans-serif; }
</style>
</head>
<body>
<a class="back" href="/">Partita</a>
<div id="reference"></div>
<noscript><p class="back">This needs JavaScript; <a href="/openapi.json">the document</a> doesn't.</p></noscript>
<script src="/docs/redoc.js"></script>
<script>
Redoc.init("/openapi.json", {
  disableGoogleFont: true, disableSearch: true, hideDownloadButton: true, nativeScrollbars: true,
  theme: {typography: {fontFamily: "system-ui, sans-serif", headings: {fontFamily: "system-ui, sans-serif"}}}
}, document.getElementById("reference"))
</script>
</body>
</html>
"""

# Whatever the script may want to load, it gets nothing from elsewhere.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
    " img-src 'self' data: blob:; font-src 'self' data:; worker-src blob:; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


_LOGO: Final = b"https://cdn.redoc.ly/redoc/logo-mini.svg"
"""The one address of another host that the bundle would load: without the picture, it shows none."""


def routes_of_reference() -> list[HTTPRouteHandler]:
    """The document, and a page that shows it without anything from the network."""

    @get("/openapi.json", include_in_schema=False)
    async def openapi_json(request: AnyRequest) -> Response[bytes]:
        return Response(_served(request.app), media_type="application/json")

    @get("/docs", include_in_schema=False, media_type=MediaType.HTML)
    async def docs() -> Response[str]:
        return Response(_PAGE, headers={"Content-Security-Policy": _POLICY})

    @get("/docs/redoc.js", include_in_schema=False)
    async def script() -> Response[bytes]:
        bundle = resources.files("service.openapi.reference").joinpath("redoc.js").read_bytes()
        bundle = bundle.replace(_LOGO, b"data:,")
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(bundle, media_type="text/javascript; charset=utf-8", headers=headers)

    return [openapi_json, docs, script]


@cache
def _served(app: Litestar) -> bytes:
    """The document of the whole application, made when it is first asked for."""
    return rendered(app)
