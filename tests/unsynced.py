"""An embedded PostgreSQL for tests, to be imported for its effect, in the programs that they start too.

Processes are killed here, but machines aren't: what was written is there without waiting for the disk. And no database
grows old enough to need cleaning up, while looking after hundreds of them takes its time.
"""

from typing import Final

from service.database import server

SETTINGS: Final = dict(server.SETTINGS)
INITDB: Final = server.INITDB
"""As people have them."""

server.SETTINGS |= {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
server.INITDB += ("--no-sync",)
