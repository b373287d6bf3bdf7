"""How fast Partita is, each figure beside a baseline that is measured in the same run.

``python -m benchmarks`` runs them all; docs/performance.md says what they mean.
"""
