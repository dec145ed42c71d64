"""Hands the shards of a mexlab sweep to Dask workers; see __main__.py and docs/atlas.md."""

import os

# A dying node takes many shards with it, each of them innocent.
MAX_DEATHS = 25


def work_of(program):
    """What a worker does with a shard. Workers need not have this package: a function in a function travels as
    its code. Without a program it is the one in the package mexlab of the worker's Python."""

    def compute(shard, folder):
        import subprocess
        import sys

        start = program or [sys.executable, "-m", "mexlab"]
        command = [*start, "shard", str(shard), folder, "--threads", "1", "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return None
        return f"shard {shard} ended with status {done.returncode}: {done.stderr.strip()}"

    return compute


def hand_out(client, program, folder, shards):
    """Yields every shard as it ends, with None or why it failed."""
    from distributed import KilledWorker, as_completed

    compute = work_of(program)
    futures = {client.submit(compute, shard, folder, pure=False, key=f"shard-{shard}-{os.getpid()}"): shard
               for shard in shards}
    for future in as_completed(futures):
        shard = futures.pop(future)
        error = future.exception()
        if isinstance(error, KilledWorker):
            yield shard, f"shard {shard} is poisoned: {MAX_DEATHS} workers died with it"
        else:
            yield shard, str(error) if error else future.result()
        future.release()
