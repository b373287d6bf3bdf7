# Zeichen

glyph_1 = guter Zug
glyph_2 = Fehler
glyph_3 = ausgezeichneter Zug
glyph_4 = grober Fehler
glyph_5 = interessanter Zug
glyph_6 = zweifelhafter Zug
glyph_7 = erzwungener Zug: der einzige gute
glyph_8 = der einzige erlaubte Zug
glyph_9 = schlechtester Zug
glyph_10 = ausgeglichene Stellung
glyph_13 = unklare Stellung
glyph_140 = mit der Idee
glyph_141 = gerichtet gegen
glyph_142 = besser ist
glyph_143 = schlechter ist
glyph_145 = Anmerkung des Herausgebers
glyph_146 = Neuerung
