# Simboli

glyph_1 = buona mossa
glyph_2 = errore
glyph_3 = mossa eccellente
glyph_4 = errore grave
glyph_5 = mossa interessante
glyph_6 = mossa dubbia
glyph_7 = mossa forzata: l’unica buona
glyph_8 = l’unica mossa lecita
glyph_9 = la mossa peggiore
glyph_10 = posizione pari
glyph_13 = posizione poco chiara
glyph_140 = con l’idea
glyph_141 = contro
glyph_142 = è meglio
glyph_143 = è peggio
glyph_145 = nota del curatore
glyph_146 = novità
