"""HTTP as every route has it: bodies, queries, conditions, negotiation, pages of lists."""
