"""Hands the shards of a mexlab sweep to Dask workers; see __main__.py and docs/atlas.md."""
