"""The pieces of Dschunke, one by one."""

from collections.abc import Mapping

from domain.games.dschunke.meta import (
    ASSISTANTS,
    MERCHANT_TASKS,
    META,
    MIXED,
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
)
from domain.kernel.cards import HIDDEN
from replays.pictures.cards import CARD
from replays.pictures.drawing import outline
from replays.pictures.games.dschunke.pieces import (
    CRATE,
    HOLD,
    WORKER_COLOURS,
    bar,
    goods_card,
    junk_ship,
    pile_sign,
    special_star,
    task_token,
)
from replays.pictures.glyphs import GlyphShape
from replays.pictures.seats import disc


def glyphs() -> Mapping[str, GlyphShape]:
    """Goods, junks, bars, workers, piles, and the sign of special cards."""
    found = {good.value: GlyphShape(goods_card(good), CARD, CARD) for good in DschunkeGood}
    found |= {
        MIXED.value: GlyphShape(goods_card(HIDDEN), CARD, CARD),
        "special": GlyphShape(special_star(), CARD, CARD),
    }
    found |= {f"junk-{junk}": GlyphShape(junk_ship(junk), 96, 52) for junk in DschunkeJunk}
    found |= {f"bar-{seat}": GlyphShape(bar(seat, across=True), HOLD, CRATE) for seat in range(max(META.seats))}
    found |= {f"pile-{pile}": GlyphShape(pile_sign(pile), 20, 20, -10, -10) for pile in DschunkePile}
    for worker, (task, _) in MERCHANT_TASKS.items():
        found[f"worker-{worker}"] = GlyphShape(task_token(task, WORKER_COLOURS[worker]), 20, 20, -10, -10)
    for worker in ASSISTANTS:  # what an assistant does changes from round to round
        token = str(outline(disc(9), fill="grey", stroke="edge", thick=1.2))
        found[f"worker-{worker.replace('/', '-')}"] = GlyphShape(token, 20, 20, -10, -10)
    return found
