# Glyphs

glyph_1 = good move
glyph_2 = mistake
glyph_3 = excellent move
glyph_4 = blunder
glyph_5 = interesting move
glyph_6 = doubtful move
glyph_7 = forced move: the only good one
glyph_8 = the only legal move
glyph_9 = worst move
glyph_10 = level position
glyph_13 = unclear position
glyph_140 = with the idea
glyph_141 = aimed against
glyph_142 = better is
glyph_143 = worse is
glyph_145 = editor’s remark
glyph_146 = novelty
