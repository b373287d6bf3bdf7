"""Flat tables for analysts: what a row of each holds, where the rows come from, and the forms in which they leave."""
