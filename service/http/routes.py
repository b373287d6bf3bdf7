"""The framework's application without what a start can do without.

The framework looks at what every handler takes and gives before it answers anything: some hundreds, a tenth of the time
of a start. Here the first request to an address has it look at those of that address. Nor are handlers registered one
by one and copied with all that is around them, which takes half as long again.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from litestar import Litestar, Router
from litestar.config.app import AppConfig
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import OpenAPI
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.routes import HTTPRoute
from litestar.utils import join_paths
from msgspec import Struct
from typing_extensions import override


class RouteGroup(Struct, frozen=True):
    """Handlers below a router, which has none itself: where their addresses begin, and what is around them.

    A handler is in no other group: it remembers what is around its answers, and copies of it remember that together.
    """

    router: Router
    handlers: Sequence[HTTPRouteHandler]


class Routes(Litestar):
    """The routes of HTTP, made ready by their first requests.

    The framework's own form of the OpenAPI document is made for who asks for it here, and isn't served.
    """

    def __init__(self, groups: Sequence[RouteGroup], document: OpenAPIConfig, **options: Any) -> None:
        """`document` is what the framework needs to know for its form of it; options are those of the framework.

        Other applications may be given the same groups.
        """
        super().__init__(openapi_config=None, **options)
        self._document = document
        routes = [route for group in groups for route in self._routes_of(group)]
        self.routes += routes
        handlers = [_HandlersByMethod(self, route) for route in routes]
        self.asgi_router.construct_routing_trie()
        for those in handlers:
            those.clear()

    def _routes_of(self, group: RouteGroup) -> Iterator[HTTPRoute]:
        layer = copy(group.router)
        layer.owner = self
        by_path: dict[str, list[HTTPRouteHandler]] = {}
        for handler in map(copy, group.handlers):
            handler.owner = layer
            for path in sorted(handler.paths):
                by_path.setdefault(join_paths([layer.path, path]), []).append(handler)
        for path, handlers in by_path.items():
            yield HTTPRoute(path=path, route_handlers=handlers)

    @property
    @override
    def openapi_schema(self) -> OpenAPI:
        """As the framework generates it."""
        for plugin in self.plugins.init:
            plugin.on_app_init(AppConfig(openapi_config=self._document))
        for route in self.routes:
            if isinstance(route, HTTPRoute):
                for method in route.methods:
                    _ = route.route_handler_map[method]
        return super().openapi_schema

    @staticmethod
    @override
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        """Without what is loaded for the models of other libraries, just because they are installed."""
        return [*plugins, MsgspecDIPlugin()]

    @staticmethod
    @override
    def _patch_opentelemetry_middleware(config: AppConfig) -> AppConfig:
        """Nothing: the framework has no part in the traces."""
        return config


class _HandlersByMethod(dict[Any, tuple[HTTPRouteHandler, Any]]):
    """The handlers of a route with what they take; who looks for one in vain gets it made ready.

    As long as the framework finds the way to them, they are there without that; then it is cleared.
    """

    def __init__(self, app: Litestar, route: HTTPRoute) -> None:
        super().__init__({method: (one, None) for one in route.route_handlers for method in one.http_methods})
        self._app = app
        self._route = route
        route.route_handler_map = self
        for plugin in app.plugins.receive_route:
            plugin.receive_route(route)

    def __missing__(self, method: Any) -> tuple[HTTPRouteHandler, Any]:
        if self:  # it was made ready
            raise KeyError(method)
        for handler in self._route.route_handlers:
            handler.on_registration(self._app)
        self._route.create_handler_map()
        return self[method]
