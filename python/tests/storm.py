"""A storm over one fill: workers are started, killed, stopped, let go and all killed at once, at
random times.

    python3 storm.py --seed 1 --kills 100 --stops 30

While it rages a checker looks, by the offsets of docs/fill-protocol.md and NumPy alone, whether
every chunk that is DONE holds the truth (each item is its flat index), and goes on doing so. At
the end the array must be there under its own name, once, complete and alone. One line of JSON says
what happened; the exit code is 1 if anything was torn, lost or stuck.

`--workers "CMD;CMD"` are the commands that take part, chosen at random. In them `{file}` is the
array, `{max}` how many chunks to fill before leaving, `{throttle}` milliseconds to take for each;
`{python}`, `{storm}` and `{module}` are this Python, this file and ndmap_fill.py. Workers must
store the flat index.

This file's workers let forked helpers write half of their chunks. A helper whose parent is killed
goes on storing garbage for a while, and so does one whose parent releases the chunk under it.

Where that is allowed (to root, as a rule) most workers live in two pid namespaces, as in two
containers, where they have the same numbers; otherwise a line on the standard error says so.

Controls of the experiment, which the checker must catch, or it is worth nothing: `--control lease`,
workers that take a chunk away from whoever has held it for a while, alive or not; `--control
orphan`, workers whose chunks are free when they die, though their helpers still write.
"""

import argparse
import contextlib
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = os.path.join(os.path.dirname(HERE), "ndmap_fill.py")
OUR_WORKERS = (
    "{python} {storm} worker {file} --dirty --max-chunks {max} --throttle {throttle};"
    "{python} {module} work {file} --with index --max-chunks {max} --throttle {throttle}"
)
CONTROLS = {
    "lease": "{python} {storm} worker {file} --dirty --lease 100 --helpers 0"
    " --max-chunks {max} --throttle {throttle}",
    "orphan": "{python} {storm} worker {file} --dirty --orphan --helpers 1"
    " --max-chunks {max} --throttle {throttle}",
}
NAMESPACES = 2
# Seconds for which a helper outlives its parent, at most: so long that the next worker has started
# meanwhile, and would get the chunk.
LINGER = 2.0
UNLIMITED = 1 << 40
DONE = 2


# ---------------------------------------------------------------------------------------- a worker


def work(arguments):
    """Fills chunks like `ndmap_fill.py work`, but slowly and, if told, with garbage first."""
    import ndmap_fill

    fills = (
        leasing(ndmap_fill, arguments.lease / 1000) if arguments.lease else ndmap_fill.SharedFill
    )
    if arguments.orphan:
        ndmap_fill._SlotFile.window = orphaning(ndmap_fill)
    chance = random.Random()

    def pause():
        time.sleep(arguments.throttle / 8000)

    def write(claim):
        items = claim.array.reshape(-1)
        numbers = np.arange(items.size)
        for part in np.array_split(numbers, 6) if arguments.dirty else ():
            items[part] = -1 - os.getpid()
            pause()
        for part in np.array_split(numbers, 2):
            items[part] = claim.index * items.size + part
            pause()

    # Who believes in time-outs may find out that its chunk was taken.
    lost = (
        contextlib.suppress(ndmap_fill.FillError) if arguments.lease else contextlib.nullcontext()
    )
    with lost, fills.join(arguments.file) as fill:
        for _ in range(arguments.max_chunks):
            claim = fill.claim()
            if claim is None:
                return
            with claim:
                if chance.random() >= arguments.helpers:
                    write(claim)
                    claim.commit()
                elif chance.random() < 0.9:
                    helper = fork_helper(claim, write, chance.uniform(0, LINGER))
                    if os.waitpid(helper, 0)[1] != 0:
                        raise ChildProcessError(f"helper {helper} failed")
                    claim.commit()
                else:  # released under a helper that still writes
                    fork_helper(claim, None, chance.uniform(0, LINGER / 4))
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)


def fork_helper(claim, write, seconds):
    """Forks a helper that writes the chunk. If that cannot be committed, as its parent has died or
    there is nothing to `write`, it stores garbage for a while.
    """
    parent = os.getpid()
    helper = os.fork()
    if helper != 0:
        return helper
    code = 1
    try:
        if write is not None:
            write(claim)
        if write is None or os.getppid() != parent:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                claim.array[...] = -1 - os.getpid()
                time.sleep(0.005)
        code = 0
    finally:
        os._exit(code)


def orphaning(ndmap_fill):
    """The variant that maps chunks through any description: who inherits one inherits no lock, and
    nobody knows that it still writes.
    """

    def window(file, start, length):
        with open(file.path, "r+b") as other:
            memory = ndmap_fill._Window(other.fileno(), length, offset=start)
        memory.witness = ndmap_fill._Witness()
        return memory

    return window


def leasing(ndmap_fill, seconds):
    """The variant that believes in time-outs: who has held a chunk for longer than that has lost
    it.
    """

    class LeaseFill(ndmap_fill.SharedFill):
        @contextlib.contextmanager
        def _mutex(self, *patience):
            with super()._mutex(*patience) as seat:
                leases, now = self.leases(), time.monotonic()  # one clock for all processes
                claimed = seat.ledger.in_state(1)
                for index in claimed[leases[claimed] < now - seconds].tolist():
                    word = seat.ledger.word(index)
                    if word >> 62 == 1 and word >> 48 & 0x3FFF != seat.slot:
                        seat.ledger.words[index] = (word & 0xFF_FFFF_FFFF) + (
                            1 << 32
                        )  # FREE, as if its owner had died
                        leases[index] = np.inf
                yield seat

        def _claim_once(self, *patience):
            claim, more = super()._claim_once(*patience)
            if claim is not None:
                self.leases()[claim.index] = time.monotonic()
            return claim, more

        def leases(self):
            return np.memmap(leases_of(self.path), "<f8", "r+")

    return LeaseFill


def leases_of(path):
    return os.path.dirname(path) + ".leases"


# ------------------------------------------------------------------------------------- the checker


class Checker(threading.Thread):
    """Reads ledger and array again and again, and keeps what it finds wrong."""

    def __init__(self, path, chunks, items):
        super().__init__(name="checker", daemon=True)
        self.path = path
        offset = int(np.memmap(path + ".claims", "<u8", "r", 56, (1,))[0])
        self.inode = os.stat(path + ".filling").st_ino
        self.words = np.memmap(path + ".claims", "<u8", "r", 69632, (chunks,))
        self.state = np.memmap(path + ".claims", "<u8", "r", 112, (1,))
        self.workers = np.memmap(path + ".claims", "<u8", "r", 4096, (1024, 8))
        self.data = np.memmap(path + ".filling", "<i8", "r", offset, (chunks, items))
        self.truth = np.arange(chunks * items).reshape(chunks, items)
        self.every = max(1, min(items // 4, 512))  # items of a page
        self.was_done = np.zeros(chunks, bool)
        self.torn, self.lost, self.appeared = set(), set(), 0
        self.early = False
        self.over = threading.Event()

    def joined(self):
        """Whoever has joined: process number and pid namespace."""
        return set(map(tuple, self.workers[:, [0, 6]].tolist()))

    def done_now(self):
        return (self.words >> np.uint64(62)) == DONE

    def run(self):
        there = False
        while not self.over.is_set():
            now_there = os.path.exists(self.path)  # before the words: they must all be DONE already
            self.look(False)
            if now_there != there:
                there = now_there
                self.appeared += there
                self.early |= not self.was_done.all() or os.stat(self.path).st_ino != self.inode
            time.sleep(0.001)

    def look(self, wholly):
        done = self.done_now()
        self.lost.update(np.flatnonzero(self.was_done & ~done).tolist())
        for index in np.flatnonzero(done) if wholly else np.flatnonzero(done & ~self.was_done):
            if (self.data[index] != self.truth[index]).any():
                self.torn.add(int(index))
        # One item of each page of all that is done, so often that hardly a store goes unseen.
        rows = np.flatnonzero(done)
        wrong = (self.data[:, :: self.every][rows] != self.truth[:, :: self.every][rows]).any(
            axis=1
        )
        self.torn.update(rows[wrong].tolist())
        self.was_done |= done


# --------------------------------------------------------------------------------------- the storm


def only_child(pid):
    """The number of a process's child, or None."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children") as file:
        children = file.read().split()
        return int(children[0]) if children else None


class Namespace:
    """A pid namespace, with a /proc of its own, as a container has."""

    PLACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]

    def __init__(self):
        self.process = subprocess.Popen([*self.PLACE, "sleep", "infinity"])
        while (first := only_child(self.process.pid)) is None:
            time.sleep(0.001)
        self.enter = ["nsenter", "--target", str(first), "--pid", "--mount", "--"]

    @classmethod
    def why_not(cls):
        """Why there are none here, or None."""
        for command in ("unshare", "nsenter"):
            if shutil.which(command) is None:
                return f"there is no {command}"
        run = subprocess.run(
            [*cls.PLACE, "nsenter", "--target", "1", "--pid", "--mount", "true"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return None if run.returncode == 0 else run.stdout.strip()

    def end(self):
        self.process.kill()
        self.process.wait()


class Life:
    """One worker's process, and what is going to happen to it once it takes part."""

    def __init__(self, storm, last):
        self.storm = storm
        chance = storm.random
        quiet = last or storm.calm
        throttle = 0 if quiet else chance.uniform(2, 40)
        command = chance.choice(storm.commands) if not last else storm.commands[0]
        self.namespace = chance.choice([None, *storm.namespaces]) if not last else None
        places = {
            "file": storm.path,
            "python": sys.executable,
            "storm": os.path.abspath(__file__),
            "module": MODULE,
            "throttle": round(throttle),
            "max": UNLIMITED if quiet else chance.randint(1, max(1, 2 * storm.share())),
        }
        self.process = subprocess.Popen(
            (self.namespace.enter if self.namespace else [])
            + [part.format(**places) for part in shlex.split(command)],
            stdout=subprocess.DEVNULL,
            env=dict(os.environ, PYTHONPATH=os.path.dirname(MODULE)),
        )
        self.worker = None  # a pidfd, whatever happens to the number
        self.identity = None  # as in the ledger
        self.kill_after = self.stop_after = self.joined = self.wakes = None
        self.killed = False
        self.began = time.monotonic()
        if not quiet:
            if chance.random() < 0.8:
                self.kill_after = chance.uniform(0, 3 * throttle / 1000)
            if chance.random() < 0.5:
                self.stop_after = chance.uniform(0, 2 * throttle / 1000)
                if chance.random() < 0.5:
                    self.kill_after = None  # some wake up and find the world changed
            if chance.random() < 0.05:
                self.joined = self.began  # so early that it has hardly begun

    def find_worker(self):
        """Finds the worker's process, which in a namespace is a child of what has been started."""
        pid = only_child(self.process.pid) if self.namespace else self.process.pid
        if pid is None:
            return
        with contextlib.suppress(OSError):  # it may have ended
            worker = os.pidfd_open(pid)
            try:
                with open(f"/proc/{pid}/status") as file:
                    numbers = next(line for line in file if line.startswith("NSpid:"))
                identity = int(numbers.split()[-1]), os.stat(f"/proc/{pid}/ns/pid").st_ino
            except OSError:
                os.close(worker)
                raise
            self.worker, self.identity = worker, identity

    def signal(self, number):
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.worker, number)

    def turn(self, now, joined):
        """Whatever is due; False if the process has ended."""
        storm = self.storm
        if self.process.poll() is not None:
            if not self.killed and self.process.returncode != 0:
                storm.failed += 1
            self.forget()
            return False
        if self.worker is None:
            self.find_worker()
            if self.worker is None:
                return True
        pid, namespace = self.identity
        if self.joined is None and ((pid, namespace) in joined or (pid, 0) in joined):
            self.joined = now
        if self.wakes is not None and now >= self.wakes:
            self.wakes = None
            self.wake()
        if self.joined is None:
            return True
        age = now - self.joined
        if (
            self.stop_after is not None
            and age >= self.stop_after
            and storm.stops < storm.most_stops
        ):
            self.stop_after = None
            storm.stops += 1
            self.signal(signal.SIGSTOP)
            self.wakes = now + storm.random.uniform(0.02, 0.6)
        if (
            self.kill_after is not None
            and age >= self.kill_after
            and storm.kills < storm.most_kills
        ):
            self.kill()
        return True

    def wake(self):
        self.signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGCONT)  # nsenter stops with its child

    def kill(self):
        if self.worker is not None and self.process.poll() is None and not self.killed:
            self.killed = True
            self.storm.kills += 1
            self.signal(signal.SIGKILL)
            self.wake()

    def end(self):
        """Kills what may be left at the end of the storm."""
        if self.worker is not None:
            self.signal(signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.forget()

    def forget(self):
        worker, self.worker = self.worker, None
        if worker is not None:
            os.close(worker)


class Storm:
    def __init__(self, arguments, directory):
        self.random = random.Random(arguments.seed)
        self.path = os.path.join(directory, "storm", "x.npy")
        workers = arguments.workers or CONTROLS.get(arguments.control, OUR_WORKERS)
        self.commands = [command for command in workers.split(";") if command.strip()]
        self.most_kills = arguments.kills
        self.most_stops = arguments.kills // 3 if arguments.stops is None else arguments.stops
        self.at_once = arguments.at_once
        self.seconds = arguments.seconds
        self.kills = self.stops = self.failed = self.started = 0
        self.items = max(4, arguments.chunk_bytes // 8)
        self.chunks = arguments.chunks
        self.checker = None
        self.lives = []
        self.namespaces = []

    @property
    def calm(self):
        """Whether all that was to happen has happened, and the rest may be filled in peace."""
        return self.kills >= self.most_kills and self.stops >= self.most_stops

    def share(self):
        """How many chunks are left for each blow that is still to come."""
        left = self.chunks - int(self.checker.done_now().sum())
        return left // max(1, 2 * max(self.most_kills - self.kills, self.most_stops - self.stops))

    def create(self):
        import ndmap_fill

        os.mkdir(os.path.dirname(self.path))
        np.full(self.chunks, np.inf).tofile(leases_of(self.path))
        shape = (self.chunks, self.items)
        # Many are going to die, and none of the chunks is to blame.
        ndmap_fill.SharedFill.create_or_join(
            self.path, "<i8", shape, chunks=(1, self.items), max_deaths=0, max_failures=0
        ).close()

    def start(self, last=False):
        self.started += 1
        self.lives.append(Life(self, last))

    def rage(self):
        """Returns whether the array was published in time, and everybody has left after that."""
        end = time.monotonic() + self.seconds
        next_start = 0.0
        while time.monotonic() < end:
            now = time.monotonic()
            joined = self.checker.joined()
            self.lives = [life for life in self.lives if life.turn(now, joined)]
            if int(self.checker.state[0]) == 1:
                if not self.lives:
                    return True
            elif len(self.lives) < self.at_once and now >= next_start:
                self.start()
                next_start = now + self.random.uniform(0, 0.05)
            elif self.random.random() < 0.0005 and self.kills + len(self.lives) <= self.most_kills:
                for life in self.lives:
                    life.kill()
                for life in self.lives:
                    if life.killed:
                        life.process.wait()
            time.sleep(0.002)
        return False

    def run(self):
        began = time.monotonic()
        self.create()
        checker = self.checker = Checker(self.path, self.chunks, self.items)
        checker.start()
        why_not = Namespace.why_not()
        if why_not is None:
            self.namespaces = [Namespace() for _ in range(NAMESPACES)]
        else:
            print(f"storm.py: no worker lives in a pid namespace: {why_not}", file=sys.stderr)
        try:
            ended = self.rage()
            if ended and len(os.listdir(os.path.dirname(self.path))) > 1:
                self.start(last=True)  # the publisher was killed before it had removed all
                ended = self.rage()
        finally:
            for life in self.lives:
                life.end()
            for namespace in self.namespaces:
                namespace.end()
            time.sleep(0.01)
            checker.over.set()
            checker.join()
        checker.look(True)
        left = sorted(set(os.listdir(os.path.dirname(self.path))) - {"x.npy"})
        lost = set(checker.lost)
        if ended:
            array = np.load(self.path, mmap_mode="r")
            lost.update(np.flatnonzero((array != checker.truth).any(axis=1)).tolist())
        deaths = (np.array(checker.words) >> np.uint64(32)) & np.uint64(0xFF)
        return {
            "seed": None,
            "kills": self.kills,
            "stops": self.stops,
            "reclaimed": int(deaths.sum()),
            "torn": len(checker.torn),
            "lost": len(lost),
            "stuck": 0 if ended else self.chunks - int(checker.done_now().sum()) or 1,
            "published": checker.appeared,
            "seconds": round(time.monotonic() - began, 1),
            "started": self.started,
            "namespaces": len(self.namespaces),
            "failed": self.failed,
            "early": checker.early,
            "left": left,
        }


def storm(arguments):
    with tempfile.TemporaryDirectory(prefix="ndmap-storm-", dir=arguments.directory) as directory:
        result = Storm(arguments, directory).run()
    result["seed"] = arguments.seed
    print(json.dumps(result))
    wrong = (
        result["torn"] or result["lost"] or result["stuck"] or result["failed"] or result["left"]
    )
    return 1 if wrong or result["early"] or result["published"] != 1 else 0


def main():
    sys.path.insert(0, os.path.dirname(MODULE))
    if sys.argv[1:2] == ["worker"]:
        parser = argparse.ArgumentParser(prog="storm.py worker")
        parser.add_argument("file")
        parser.add_argument(
            "--dirty", action="store_true", help="garbage first, so that late stores are seen"
        )
        parser.add_argument(
            "--lease", type=float, default=0, metavar="MS", help="take from the living, too"
        )
        parser.add_argument(
            "--helpers", type=float, default=0.5, metavar="P", help="chunks that helpers write"
        )
        parser.add_argument(
            "--orphan", action="store_true", help="helpers inherit no lock with the memory"
        )
        parser.add_argument("--max-chunks", type=int, default=UNLIMITED)
        parser.add_argument("--throttle", type=float, default=0, metavar="MS")
        work(parser.parse_args(sys.argv[2:]))
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--stops", type=int, metavar="N", help="a third of the kills")
    parser.add_argument("--chunks", type=int, default=1000, metavar="N")
    parser.add_argument("--chunk-bytes", type=int, default=65536, metavar="N")
    parser.add_argument("--workers", metavar="CMD;CMD")
    parser.add_argument(
        "--at-once", type=int, default=6, metavar="N", help="workers at the same time (6)"
    )
    parser.add_argument("--control", choices=sorted(CONTROLS))
    parser.add_argument(
        "--seconds", type=float, default=600, metavar="S", help="after these it is stuck (600)"
    )
    parser.add_argument(
        "--directory", metavar="DIR", help="where to do it; a directory for temporary files"
    )
    return storm(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
