"""What other programs recorded, imported: planned first, carried out in batches, and taken back as a whole."""
