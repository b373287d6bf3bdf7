"""Annotations: what people write to the steps of a match, apart from what happened there."""
