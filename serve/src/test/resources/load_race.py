"""Times `ndmap serve` and a small Python server side by side, under the same open-loop load.

    python3 serve/src/test/resources/load_race.py [--directory D] [--rate 200] [--seconds 12]

Build first: mvn -B -Pquick -DskipTests package -pl cli,serve -am. Needs python3 with numpy, uvicorn and
starlette, and the JARs of the tests. It prints a table in Markdown, with the machine's load:

- `new`: the first requests of a new process;
- `warm`: after a phase that is not counted, both servers in turn, several rounds;
- `cold`: the same with the file's pages dropped before each round;
- `/health` and `/meta`, alone and while 64 clients read cold pages of ndmap.

Processor time is that of the server, divided by all requests that were answered, also slow ones.
"""

import argparse
import contextlib
import http.client
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
ROWS, COLUMNS = 16384, 16384
TOKEN = "secret"


def make(directory):
    import numpy as np

    file = directory / "x.npy"
    if not file.exists():
        array = np.lib.format.open_memmap(file, "w+", "<f4", (ROWS, COLUMNS))
        random = np.random.default_rng(1)
        for row in range(0, ROWS, 256):
            array[row:row + 256] = random.standard_normal((256, COLUMNS), dtype="f4")
        array.flush()
    return file


def drop(file):
    descriptor = os.open(file, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def warm(file):
    with open(file, "rb") as stream:
        while stream.read(1 << 24):
            pass


class Server:
    def __init__(self, name, port, command, environment=None):
        self.name, self.port = name, port
        self.process = subprocess.Popen(
            command, env={**os.environ, **(environment or {})},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(3000):
            with contextlib.suppress(OSError):
                self.get("/health")
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"{name} does not answer at port {port}")

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path, headers={"Authorization": "token " + TOKEN})
            return connection.getresponse().read()
        finally:
            connection.close()

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.terminate()
        self.process.wait()


def java():
    home = os.environ.get("NDMAP_JAVA_HOME") or os.environ.get("JAVA_HOME")
    return str(pathlib.Path(home) / "bin/java") if home else "java"


def load(server, path, warm_up, options):
    jars = pathlib.Path.home() / ".m2/repository/org/hdrhistogram/HdrHistogram"
    histogram = next(jars.glob("*/HdrHistogram-*.jar"))
    process = subprocess.Popen(
        [java(), "-Xmx256m", "-cp", f"{ROOT}/serve/target/test-classes:{histogram}",
         "io.ndmap.serve.LoadMain", str(server.port), path, "200", str(options.rate),
         str(warm_up), str(options.seconds), str(ROWS)], stdout=subprocess.PIPE, text=True)
    times = {}
    for line in process.stdout:
        if line.strip() in ("begin", "end"):
            times[line.strip()] = server.cpu()
        else:
            words = line.split(" failures ")
            found = words[0].split()
            result = dict(zip(found[::2], map(float, found[1::2])))
            result["failures"] = words[1].strip()
    if process.wait() != 0:
        raise SystemExit("LoadMain failed")
    answered = result["requests"] + result["slow"]
    result["cpu"] = 1000 * (times["end"] - times["begin"]) / max(1, answered)
    return result


def row(name, result):
    print("| {} | {:.0f} | {:.2f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {} |".format(
        name, result["requests"], result["p50"], result["p99"], result["p999"], result["max"],
        result["cpu"], result["failures"]), flush=True)


def probe(server, path, seconds):
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.perf_counter()
        server.get(path)
        times.append(1000 * (time.perf_counter() - begin))
        time.sleep(0.02)
    times.sort()
    return times


def readers(server, path, stop):
    def read(first):
        slab = first
        while not stop.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                server.get(path.replace("%s", f"{slab * 256}:{slab * 256 + 256}"))
            slab = (slab + 1) % (ROWS // 256)

    threads = [threading.Thread(target=read, args=(k,)) for k in range(64)]
    for thread in threads:
        thread.start()
    return threads


def responsive(ndmap, file, name):
    print("\n| ms | p50 | p90 | p99 | requests |\n|---|---|---|---|---|")
    for busy in (False, True):
        stop = threading.Event()
        threads = []
        if busy:
            drop(file)
            threads = readers(ndmap, f"/data?path={name}&format=bin&selection=%s", stop)
            time.sleep(1)
        for path in ("/health", f"/meta?path={name}"):
            times = probe(ndmap, path, 5)
            cuts = [times[min(len(times) - 1, len(times) * q // 100)] for q in (90, 99)]
            print("| `{}`, {} | {:.1f} | {:.1f} | {:.1f} | {} |".format(
                path.split("?")[0], "64 clients read" if busy else "alone",
                statistics.median(times), *cuts, len(times)), flush=True)
        stop.set()
        for thread in threads:
            thread.join()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--directory", default="/tmp/ndmap-load", type=pathlib.Path)
    arguments.add_argument("--rate", default=200, type=int, help="requests a second")
    arguments.add_argument("--seconds", default=12, type=int)
    arguments.add_argument("--warm-up", default=20, type=int, help="seconds before `warm`")
    arguments.add_argument("--rounds", default=3, type=int)
    options = arguments.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    file = make(options.directory)
    warm(file)
    name = f"{options.directory.name}/x.npy"
    path = f"/data?path={name}&format=bin&selection=%s"
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors, "
          f"load average before: {os.getloadavg()[0]:.1f}\n")
    print("| server | requests | p50 ms | p99 ms | p99.9 ms | max ms | processor ms a request | failures |")
    print("|---|---|---|---|---|---|---|---|")
    with contextlib.ExitStack() as stack:
        servers = []
        for server in (
                ("ndmap", 8891, [str(ROOT / "ndmap"), "serve", "--port", "8891", "--token", TOKEN,
                                 str(options.directory)], {"NDMAP_JAVA_OPTS": "-Xmx256m"}),
                ("Python", 8892, [sys.executable, str(HERE / "load_server.py"), str(file), "8892"])):
            started = Server(*server)
            stack.callback(started.close)
            row(f"{started.name}, new", load(started, path, 0, options))
            servers.append(started)
        for started in servers:
            load(started, path, options.warm_up, options)
        for state in ("warm", "cold"):
            for _ in range(options.rounds):
                for started in servers:
                    if state == "cold":
                        drop(file)
                    row(f"{started.name}, {state}", load(started, path, 3, options))
        responsive(servers[0], file, name)
    print(f"\nload average after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
