"""What a form asks for where a sheet is begun."""

from typing import Final

from domain.games.sheet.actions import SheetWinning
from domain.kernel.setup_words import OptionText, OptionValue, OptionWords

SETUP_WORDS: Final = (OptionWords("winning", tuple(OptionValue(winning.value) for winning in SheetWinning)),)

SETUP_TEXTS: Final = (OptionText("title", 100),)
