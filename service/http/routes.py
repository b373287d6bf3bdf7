"""An application of the framework that starts faster, with nothing that isn't ours.

The framework makes all routes ready at once, some hundreds, and copies them before: a quarter of the time of a start.
Here each is made ready by its first request, and those that aren't wanted at first are loaded by theirs.
"""

from collections.abc import Callable, Sequence
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
from litestar.types import Receive, Send
from litestar.utils import join_paths
from msgspec import Struct
from typing_extensions import override


class Group(Struct, frozen=True):
    """Handlers with what they have in common, which is a router's: where their addresses begin, and what is around."""

    router: Router
    handlers: Sequence[HTTPRouteHandler]


class Routes(Litestar):
    """The framework's application over groups of handlers, which others may have copies of, too."""

    def __init__(
        self,
        groups: Sequence[Group],
        document: OpenAPIConfig,
        *,
        beside: Callable[[], Group],
        near: tuple[str, ...],
        **options: Any,
    ) -> None:
        """`beside` loads what is elsewhere than below the addresses in `near`, when that is first asked for."""
        super().__init__(openapi_config=None, **options)
        self._document = document
        self._beside: Callable[[], Group] | None = beside
        self._near = near
        self._routes: list[_Route] = []
        self._add(*groups)

    @override
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self._beside is not None and scope["type"] == "http" and not scope["path"].startswith(self._near):
            self.load_all()
        await super().__call__(scope, receive, send)

    def load_all(self) -> None:
        """Load what isn't yet."""
        if self._beside is not None:
            self._add(self._beside())
            self._beside = None

    @property
    @override
    def openapi_schema(self) -> OpenAPI:
        """As the framework generates it, which would serve it, too, if it knew of it from the beginning."""
        self.load_all()
        for route in self._routes:
            route.make_ready()
        for plugin in self.plugins.init:
            plugin.on_app_init(AppConfig(openapi_config=self._document))
        return super().openapi_schema

    def _add(self, *groups: Group) -> None:
        for route in [route for group in groups for route in self._routes_of(group)]:
            self._routes.append(route)
            self.routes.append(route)
            for plugin in self.plugins.receive_route:
                plugin.receive_route(route)
        self.asgi_router.construct_routing_trie()

    def _routes_of(self, group: Group) -> "list[_Route]":
        layer = copy(group.router)
        layer.owner = self
        by_path: dict[str, list[HTTPRouteHandler]] = {}
        for handler in map(copy, group.handlers):
            handler.owner = layer
            for path in sorted(handler.paths):
                by_path.setdefault(join_paths([layer.path, path]), []).append(handler)
        return [_Route(self, path, handlers) for path, handlers in by_path.items()]

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


class _Route(HTTPRoute):
    """An address, whose handlers are made ready by the first request for it."""

    def __init__(self, app: Litestar, path: str, handlers: list[HTTPRouteHandler]) -> None:
        super().__init__(path=path, route_handlers=handlers)
        self._app = app
        self._ready = False
        unready: Any = None  # is replaced before anybody looks at it
        for handler in handlers:
            self.route_handler_map |= dict.fromkeys(handler.http_methods, (handler, unready))

    @override
    async def handle(self, scope: Any, receive: Receive, send: Send) -> None:
        if not self._ready:
            self.make_ready()
        await super().handle(scope, receive, send)

    def make_ready(self) -> None:
        """Have the framework look at what the handlers take and give."""
        for handler in self.route_handlers:
            handler.on_registration(self._app)
        self.route_handler_map.clear()
        self.create_handler_map()
        self._ready = True
