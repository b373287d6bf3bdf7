"""Matches followed live: server-sent events, and what the streams of one match share."""
