"""The OpenAPI 3.1 document, and the page that shows it.

The framework tells the paths and parameters; bodies, answers, errors and the games' own unions are put in here, since
bodies are decoded by ourselves (strictly) and the schemas of msgspec know discriminators and refused fields.
"""

from service.openapi.document import document, openapi_config, rendered
from service.openapi.page import routes_of_reference

__all__ = ["document", "openapi_config", "rendered", "routes_of_reference"]
