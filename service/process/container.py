"""Puts the parts of one process together, and takes them apart again."""

import asyncio
from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from replays.stepper import Stepper
from service.auth.authentication import Authentication
from service.auth.invitation_repository import InvitationTable
from service.auth.joining import Joining
from service.auth.pin_attempts import PinAttempts
from service.auth.pins import Pins
from service.auth.rate_limit import Failures
from service.auth.session_repository import SessionTable
from service.auth.token_repository import TokenTable
from service.commands.import_records import Importer
from service.commands.merge_players import Merges
from service.commands.notes import NoteStores
from service.commands.play import MatchCommands
from service.commands.refused_claims import RefusedClaims
from service.eventstore.event_store import EventStore
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import RECONNECT_SECONDS
from service.eventstore.visibilities import Visibilities
from service.http.response_cache import ResponseCache
from service.live.checkpoints import CheckpointLoader, Checkpoints, Progress
from service.live.feeds import Feeds
from service.live.listener import Listener
from service.live.tail import TailWatch
from service.observability.metrics import Metrics
from service.observability.shared import Shared
from service.process.projector import Projector, ProjectorProcess, ProjectorThreads
from service.process.settings import Settings
from service.process.time_seals import TimeSeals
from service.queries.boards import Boards
from service.queries.consents import Consents
from service.queries.export_records import Exporter
from service.queries.leaderboards import Leaderboards
from service.queries.matches import ReadModels
from service.queries.participants import Participants
from service.queries.player_names import PlayerNameLoader
from service.queries.players import PlayerDirectory
from service.queries.statistics.reader import StatisticsQueries
from service.queries.tables.reader import TableReader


class Services:
    """Everything that the routes need."""

    def __init__(self, settings: Settings, group_commit: GroupCommit | None = None) -> None:
        self.settings = settings
        self.pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            settings.conninfo,
            min_size=1,
            max_size=settings.pool_connections,
            kwargs={"autocommit": True},  # what is asked or done in a single statement takes one round trip
            open=False,
            timeout=5.0,
            reconnect_timeout=RECONNECT_SECONDS,
        )
        self.event_store = EventStore(
            settings.conninfo,
            self.pool,
            connections=settings.library_connections,
            group_commit=group_commit or GroupCommit(settings.conninfo, places=settings.concurrent_writes),
        )
        self.log = self.event_store.log
        self.blocking = self.event_store.blocking
        self.matches = self.event_store.matches
        self.series = self.event_store.series
        self.visibilities = Visibilities(settings.conninfo)
        self.player_names = PlayerNameLoader(settings.conninfo)
        self.checkpoint_loader = CheckpointLoader(settings.conninfo)
        self.notes = NoteStores(self.event_store)
        self.exporter = Exporter(self.log)
        self.importer = Importer(self.event_store)
        self.match_commands = MatchCommands(self.matches)
        self.stepper = Stepper()
        self.response_cache = ResponseCache()
        self.authentication = Authentication(self.pool, Failures(settings.failures_allowed))
        self.tokens = TokenTable(self.pool)
        self.sessions = SessionTable(self.pool)
        self.invitations = InvitationTable(self.pool)
        self.joining = Joining(self.invitations, Failures(settings.failures_allowed), self.blocking)
        self.pins = Pins(self.pool, PinAttempts(self.pool), self.blocking)
        self.people = PlayerDirectory(self.pool)
        self.consents = Consents(self.pool)
        self.merges = Merges(self.event_store)
        self.boards = Boards(self.pool)
        self.refused_claims = RefusedClaims(self.pool)
        self.read_models = ReadModels(self.pool)
        self.tables = TableReader(self.event_store)
        self.time_seals = TimeSeals(self.read_models, self.match_commands)
        self.statistics = StatisticsQueries(self.pool)
        self.leaderboards = Leaderboards(self.pool)
        self.participants = Participants(self.pool)
        self.checkpoints = Checkpoints()
        self.progress = Progress(self.checkpoint_loader, self.checkpoints, settings.wait_seconds)
        self.feeds = Feeds(self.matches.load, settings.streams)
        self.metrics = Metrics(self.pool, self.feeds, Shared(settings.metrics))
        self.listener = Listener(settings.conninfo, self.checkpoints, TailWatch(self.log.rewinds), self.feeds)
        self.projector: Projector = (
            ProjectorProcess(settings.conninfo) if settings.own_projector else ProjectorThreads(settings.conninfo)
        )

    async def start(self) -> None:
        """Open connections and start the projections. The database has been migrated."""
        loop = asyncio.get_running_loop()
        self.log.rewinds.subscribe(lambda: loop.call_soon_threadsafe(self._forget))
        await self.pool.open()
        await self.listener.start()
        await self.metrics.start()
        await self.projector.start()
        self.time_seals.start()

    async def stop(self) -> None:
        """Finish what is under way and close everything."""
        await self.time_seals.stop()
        await self.projector.stop()
        await self.listener.stop()
        await self.metrics.stop()
        for loader in (self.visibilities, self.player_names, self.checkpoint_loader):
            await loader.stop()
        await self.event_store.stop()
        await self.pool.close()

    def _forget(self) -> None:
        """Drop what is remembered of the log, which went back; repositories do so themselves."""
        self.response_cache.clear()
        self.stepper.forget()
        self.feeds.begin_anew()
