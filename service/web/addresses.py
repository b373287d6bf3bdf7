"""Addresses of pages."""

from urllib.parse import urlencode

from service.http.requests import AnyRequest
from service.process.container import Services


def address(path: str, **parameters: object) -> str:
    """`path` with those of the `parameters` that there are; what is empty is none."""
    given = {name: str(value) for name, value in parameters.items() if value is not None and value != ""}
    return f"{path}?{urlencode(given)}" if given else path


def base_of(services: Services, request: AnyRequest) -> str:
    """What addresses begin with for who sees them elsewhere."""
    return services.settings.public_url or str(request.base_url).rstrip("/")
