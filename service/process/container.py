"""Puts the parts of one process together, and takes them apart again."""

import asyncio
from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from replays.stepper import Stepper
from service.auth.audit import AuditTrail
from service.auth.authentication import Authentication
from service.auth.invitation_repository import InvitationTable
from service.auth.joining import Joining
from service.auth.last_uses import LastUses
from service.auth.pin_attempts import PinAttempts
from service.auth.pins import Pins
from service.auth.rate_limit import Failures, LeakyBuckets
from service.auth.session_repository import SessionTable
from service.auth.token_repository import TokenTable
from service.commands.import_records import Importer
from service.commands.imports.uploaded_imports import UploadedImports
from service.commands.merge_players import PlayerMerges
from service.commands.merge_subjects import SubjectMerges
from service.commands.notes import NoteStores
from service.commands.play import MatchCommands
from service.commands.refused_claims import RefusedClaims
from service.database.connections import KnownAsyncConnection, each_host, hang_up, has_several_hosts
from service.eventstore.event_store import EventStore
from service.eventstore.group_commit import GroupCommit
from service.eventstore.log import RECONNECT_SECONDS
from service.eventstore.visibilities import Visibilities
from service.evidence.head import LOG_KEY_FILE
from service.live.catching_up import caught_up
from service.live.checkpoints import CheckpointLoader, Checkpoints, Progress
from service.live.database_watch import DatabaseWatch
from service.live.feeds import Feeds
from service.live.import_notices import ImportNotices
from service.live.listener import Listener
from service.live.log_tail import LogTail
from service.live.stream_places import StreamPlaces
from service.live.tail import TailWatch
from service.observability.metrics import Metrics
from service.observability.shared import Shared
from service.observability.traces import TracedGroupCommit, TracedPool, Traces
from service.process.audit_retention import AuditRetention
from service.process.evidence import EvidenceTasks
from service.process.projector import Projector, ProjectorProcess, ProjectorThreads
from service.process.settings import Settings
from service.process.time_seals import TimeSeals
from service.queries.boards import Boards
from service.queries.consents import Consents
from service.queries.export_records import Exporter
from service.queries.interchange.reader import PlayReader
from service.queries.known_titles import KnownTitles
from service.queries.leaderboards import Leaderboards
from service.queries.matches import ReadModels
from service.queries.participants import Participants
from service.queries.player_names import PlayerNameLoader
from service.queries.players import PlayerDirectory
from service.queries.statistics.reader import StatisticsQueries
from service.queries.subjects import SubjectDirectory
from service.queries.tables.reader import TableReader
from service.queries.witness import Witness
from service.reads.database_state import StateLoader
from service.reads.event_prefixes import PrefixedEventLoader
from service.reads.reads import Reads
from service.reads.standby import Configure, Standby


def _pool(
    settings: Settings,
    traces: Traces | None,
    conninfo: str,
    connection_class: type[AsyncConnection[Any]],
    configure: Configure | None = None,
) -> AsyncConnectionPool[AsyncConnection[Any]]:
    """The connections for reading, and for writes beside the log; not open yet."""
    kind = AsyncConnectionPool if traces is None else TracedPool
    pool: AsyncConnectionPool[AsyncConnection[Any]] = kind(
        conninfo,
        connection_class=connection_class,
        configure=configure,
        min_size=1,
        max_size=settings.pool_connections,
        kwargs={"autocommit": True},  # what is asked or done in a single statement takes one round trip
        open=False,
        timeout=5.0,
        reconnect_timeout=RECONNECT_SECONDS,
    )
    if isinstance(pool, TracedPool) and traces is not None:
        pool.traces = traces
    return pool


def _group_commit(settings: Settings, traces: Traces | None) -> GroupCommit:
    """What writes to the log."""
    kind = GroupCommit if traces is None else TracedGroupCommit
    group_commit = kind(settings.conninfo, places=settings.concurrent_writes)
    if isinstance(group_commit, TracedGroupCommit) and traces is not None:
        group_commit.traces = traces
    return group_commit


class Services:
    """Everything that the routes need."""

    def __init__(  # noqa: PLR0915 - a line for each part
        self, settings: Settings, group_commit: GroupCommit | None = None
    ) -> None:
        self.settings = settings
        self.traces = Traces.begin() if settings.traces else None
        self.pool = _pool(settings, self.traces, settings.conninfo, KnownAsyncConnection)
        self.states = StateLoader(settings.conninfo)
        self.reads = Reads(self.pool, self._standbys())
        self.event_store = EventStore(
            settings.conninfo,
            self.pool,
            connections=settings.library_connections,
            group_commit=group_commit or _group_commit(settings, self.traces),
            event_loader=PrefixedEventLoader(settings.conninfo, self.reads) if self.reads.standbys else None,
        )
        self.log = self.event_store.log
        self.blocking = self.event_store.blocking
        self.matches, self.series = self.event_store.matches, self.event_store.series
        self.visibilities = Visibilities(settings.conninfo)
        self.player_names = PlayerNameLoader(settings.conninfo)
        self.checkpoint_loader = CheckpointLoader(settings.conninfo)
        self.log_tail = LogTail(settings.conninfo, self.log.rewinds)
        self.notes = NoteStores(self.event_store)
        self.exporter = Exporter(self.log)
        self.importer = Importer(self.event_store)
        self.match_commands = MatchCommands(self.matches)
        self.stepper = Stepper()
        self.authentication = Authentication(self.pool, Failures(settings.failures_allowed))
        self.last_uses = LastUses(self.pool, self.authentication.uses)
        self.audit_trail = AuditTrail(self.pool)
        self.audit_retention = AuditRetention(self.audit_trail, settings.audit_days)
        self.witness = Witness(self.log, settings.log_key or settings.data / LOG_KEY_FILE)
        self.evidence_tasks = EvidenceTasks(self.pool, settings.verify_rate, settings.verify_rest_seconds)
        self.tokens = TokenTable(self.pool)
        self.sessions = SessionTable(self.pool)
        self.invitations = InvitationTable(self.pool)
        self.joining = Joining(self.invitations, Failures(settings.failures_allowed), self.blocking)
        self.pins = Pins(self.pool, PinAttempts(self.pool), self.blocking)
        self.people = PlayerDirectory(self.pool, self.reads)
        self.consents = Consents(self.pool)
        self.merges = PlayerMerges(self.event_store)
        self.subjects = SubjectDirectory(self.pool, self.reads)
        self.subject_merges = SubjectMerges(self.event_store)
        self.boards = Boards(self.pool)
        self.refused_claims = RefusedClaims(self.pool)
        self.read_models = ReadModels(self.pool, self.reads)
        self.known_titles = KnownTitles(self.reads)
        self.tables = TableReader(self.event_store, self.reads)
        self.plays = PlayReader(self.event_store, self.reads)
        self.time_seals = TimeSeals(self.read_models, self.match_commands)
        self.statistics = StatisticsQueries(self.reads)
        self.leaderboards = Leaderboards(self.reads)
        self.participants = Participants(self.reads)
        self.checkpoints = Checkpoints()
        self.progress = Progress(self.checkpoint_loader, self.checkpoints, settings.wait_seconds)
        self.feeds = Feeds(self.matches.load, StreamPlaces(settings.streams, settings.streams_per_client))
        self.notes_written = LeakyBuckets(settings.notes_per_minute)
        self.imports = UploadedImports(
            self.event_store, settings.conninfo, settings.data / "uploads", settings.imports, self._caught_up
        )
        self.metrics = Metrics(self.pool, self.reads, self.feeds, Shared(settings.metrics))
        self.listener = Listener(
            settings.conninfo,
            self.checkpoints,
            TailWatch(self.log.rewinds),
            self.feeds,
            ImportNotices(self.feeds),
            on_return=self.pool.check,
        )
        self.database_watch = DatabaseWatch(settings.conninfo, settings.database_seconds)
        if has_several_hosts(settings.conninfo):
            self.database_watch.on_loss = self._go_elsewhere
        of_database = (settings.conninfo, settings.read_conninfo)
        self.projector: Projector = (
            ProjectorProcess(*of_database) if settings.own_projector else ProjectorThreads(*of_database)
        )

    async def start(self) -> None:
        """Open connections and start the projections. The database has been migrated."""
        loop = asyncio.get_running_loop()
        self.log.rewinds.subscribe(lambda: loop.call_soon_threadsafe(self._forget))
        await self.pool.open()
        for standby in self.reads.standbys:
            await standby.start()
        await self.listener.start()
        self.database_watch.start()
        await self.metrics.start()
        await self.projector.start()
        self.time_seals.start()
        self.imports.start()
        self.last_uses.start()
        self.audit_retention.start()
        self.evidence_tasks.start()

    async def stop(self) -> None:
        """Finish what is under way and close everything."""
        await self.imports.stop()
        await self.evidence_tasks.stop()
        await self.time_seals.stop()
        await self.audit_retention.stop()
        await self.last_uses.stop()
        await self.projector.stop()
        await self.listener.stop()
        await self.database_watch.stop()
        await self.metrics.stop()
        for standby in self.reads.standbys:
            await standby.stop()
        for loader in (self.visibilities, self.player_names, self.checkpoint_loader, self.states):
            await loader.stop()
        await self.log_tail.stop()
        await self.event_store.stop()
        await self.pool.close()
        if self.traces is not None:
            await asyncio.to_thread(self.traces.end)

    def _standbys(self) -> list[Standby]:
        """The standbys that may be read from; not looked at yet."""
        settings = self.settings

        def pool(conninfo: str, configure: Configure) -> AsyncConnectionPool[AsyncConnection[Any]]:
            return _pool(settings, self.traces, conninfo, AsyncConnection, configure)

        hosts = each_host(settings.read_conninfo) if settings.read_conninfo else []
        return [Standby(host, self.pool, self.states, pool, settings.database_seconds) for host in hosts]

    async def _caught_up(self, position: int) -> None:
        """Wait until the read models that tell who has played have come to a position."""
        for projection in ("scoreboard", "series"):
            await caught_up(self.progress, projection, position)

    async def _go_elsewhere(self) -> None:
        """Connect again, which tries the next host when this one goes on saying nothing."""
        hang_up()
        self.projector.hang_up()
        await self.pool.check()  # those that nobody uses just now

    def _forget(self) -> None:
        """Drop what is remembered of the log, which went back; repositories do so themselves."""
        self.log_tail.forget()
        self.stepper.forget()
        self.feeds.begin_anew()
