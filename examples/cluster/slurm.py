"""Workers that Slurm starts, for `--cluster file:scheduler.json`, until Ctrl-C or SIGTERM.

Needs `pip install dask-jobqueue`, on a machine where jobs are submitted. `python slurm.py --script`
prints the script of a job, without Slurm. All arguments: https://jobqueue.dask.org.
"""

import signal
import sys
import threading

from dask_jobqueue import SLURMCluster

if __name__ == "__main__":
    cluster = SLURMCluster(
        cores=16,
        processes=16,  # as many as cores: a worker of satcross is a process with one thread
        memory="32 GB",  # of a job; 1 GB a worker is enough for most puzzles
        walltime="04:00:00",
        # Workers end before Slurm kills them, and hand on what they were to do.
        worker_extra_args=["--lifetime", "238m", "--lifetime-stagger", "1m"],
        queue="short",  # sbatch --partition
        log_directory="slurm-logs",
        scheduler_options={"scheduler_file": "scheduler.json"},
        # With the certificates of tls/certificates.sh, and `from distributed import Security`:
        # protocol="tls://", security=Security(),
    )
    if "--script" in sys.argv:
        print(cluster.job_script(), end="")
    else:
        end = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: end.set())
        cluster.scale(jobs=4)
        print(f"{cluster.scheduler_address}, in scheduler.json", flush=True)
        end.wait()
    cluster.close()
