"""Drives `mexlab shard` on Dask workers.

    python3 -m mexlab_sweep DIR [--program mexlab] [--scheduler ADDRESS | --cluster SYSTEM] [--workers N]

`mexlab sweep --engine dask` starts it; by hand it works as well, followed by `mexlab sweep collect DIR`.
DIR and the program are on a disk that all workers see; without --program, it is the one of the package mexlab
in the Python of each worker. --program may be repeated, a word each. Prints a line of JSON for every shard:
{"done": K}, or {"shard": K, "failed": "why"}. Exit status 1 when some shard failed.

A shard is one idempotent command, so nothing here needs to know how far another attempt came: a worker
that dies takes its shard to another one, and a scheduler that dies leaves `mexlab sweep missing` to tell
what is left. A shard that kills MAX_DEATHS workers one after another is called poisoned; what ends with an
error of its own is told at once.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

import dask
from distributed import Client, LocalCluster

from mexlab_sweep import MAX_DEATHS, hand_out

CLUSTERS = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "lsf": "LSFCluster", "sge": "SGECluster",
            "oar": "OARCluster", "htcondor": "HTCondorCluster", "moab": "MoabCluster"}


def cluster(asked):
    """The cluster asked for, or None where its scheduler runs already."""
    if asked.scheduler:
        return None
    if asked.cluster:
        import dask_jobqueue
        # cores, memory, queues stand in the user's own ~/.config/dask/jobqueue.yaml
        options = {"scheduler_options": {"host": asked.host}} if asked.host else {}
        found = getattr(dask_jobqueue, CLUSTERS[asked.cluster])(**options)
        found.scale(jobs=asked.workers or 1)
        return found
    return LocalCluster(n_workers=asked.workers or os.cpu_count(), threads_per_worker=1, processes=True,
                        host=asked.host or "127.0.0.1", dashboard_address=None)


def missing(asked):
    """The shards without results."""
    start = asked.program or [sys.executable, "-m", "mexlab"]
    command = [*start, "sweep", "missing", asked.folder]
    listed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [int(line) for line in listed.split()]


def say(**what):
    """One line for whoever started this."""
    print(json.dumps(what), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--program", action="append")
    parser.add_argument("--scheduler")
    parser.add_argument("--cluster", choices=sorted(CLUSTERS))
    parser.add_argument("--workers", type=int)
    parser.add_argument("--host")
    asked = parser.parse_args()
    asked.folder = str(pathlib.Path(asked.folder).resolve())
    shards = missing(asked)
    failed = 0
    dask.config.set({"distributed.scheduler.allowed-failures": MAX_DEATHS})
    with Client(asked.scheduler or cluster(asked)) as client:
        for shard, why in hand_out(client, asked.program, asked.folder, shards):
            if why:
                failed += 1
                say(shard=shard, failed=why)
            else:
                say(done=shard)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
