"""What shows that the log wasn't changed: leaves, their Merkle tree, signed heads, proofs, and who looks after them."""
