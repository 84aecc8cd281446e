"""Several processes write and read one array: with the argument `mpi4py` the ranks of an mpirun, with `memmap N`
N processes that this one starts. Reads the same requests as the class MpiWorker, and gives the same answers."""

import multiprocessing
import os
import sys
import time

import numpy as np


def part(side, count, k):
    return k * (side // count) + min(k, side % count)


def box(axis, side, count, rank):
    """The slices of a rank's part. The parts of the first side % count ranks are longer by one."""
    own = slice(part(side, count, rank), part(side, count, rank + 1))
    return (own, slice(0, side)) if axis == 0 else (slice(0, side), own)


def items(where, side):
    rows, columns = (np.arange(s.start, s.stop, dtype="f8") for s in where)
    return rows[:, None] * side + columns


def header(side):
    return {"descr": "<f8", "fortran_order": False, "shape": (side, side)}


def checksum(array):
    flat = array.reshape(-1)
    return sum(int(flat[k:k + 65536].sum()) for k in range(0, flat.size, 65536))


class Mpi4py:
    """mpi4py's recipe: rank 0 writes the header, all ranks use subarray views, collective access and
    MPI_File_sync."""

    def __init__(self):
        from mpi4py import MPI
        self.mpi = MPI
        self.comm = MPI.COMM_WORLD
        self.rank, self.size = self.comm.Get_rank(), self.comm.Get_size()

    def opened(self, path, mode, axis, side, offset):
        MPI = self.mpi
        where = box(axis, side, self.size, self.rank)
        file = MPI.File.Open(self.comm, path, mode)
        kind = MPI.DOUBLE.Create_subarray(
            (side, side), [s.stop - s.start for s in where], [s.start for s in where]).Commit()
        file.Set_view(offset, MPI.DOUBLE, kind)
        kind.Free()
        return file

    def write(self, path, axis, side, array):
        offset = None
        if self.rank == 0:
            with open(path + ".new", "wb") as f:
                np.lib.format.write_array_header_1_0(f, header(side))
                offset = f.tell()
        offset = self.comm.bcast(offset)
        MPI = self.mpi
        file = self.opened(path + ".new", MPI.MODE_WRONLY, axis, side, offset)
        file.Write_all(array)
        file.Sync()
        file.Close()
        if self.rank == 0:
            os.rename(path + ".new", path)

    def read(self, path, axis, side):
        offset = None
        if self.rank == 0:
            with open(path, "rb") as f:
                np.lib.format.read_magic(f)
                np.lib.format.read_array_header_1_0(f)
                offset = f.tell()
        offset = self.comm.bcast(offset)
        array = np.empty([s.stop - s.start for s in box(axis, side, self.size, self.rank)])
        file = self.opened(path, self.mpi.MODE_RDONLY, axis, side, offset)
        file.Read_all(array)
        file.Close()
        return array

    def barrier(self):
        self.comm.Barrier()

    def told(self, line):
        return self.comm.bcast(line)

    def total(self, own):
        return self.comm.allreduce(own)


class Memmap:
    """Independent processes. Each maps the whole file, stores its part and forces its mapping."""

    def __init__(self, rank, size, barrier, pipes):
        self.rank, self.size, self.wait, self.pipes = rank, size, barrier, pipes
        self.parent = os.getppid()

    def write(self, path, axis, side, array):
        if self.rank == 0:
            np.lib.format.open_memmap(path + ".new", mode="w+", dtype="f8", shape=(side, side))
        self.barrier()
        mapped = np.load(path + ".new", mmap_mode="r+")
        mapped[box(axis, side, self.size, self.rank)] = array
        mapped.flush()
        self.barrier()
        if self.rank == 0:
            os.rename(path + ".new", path)

    def read(self, path, axis, side):
        return np.array(np.load(path, mmap_mode="r")[box(axis, side, self.size, self.rank)])

    def barrier(self):
        self.wait.wait()

    def told(self, line):
        if self.rank > 0:
            while not self.pipes[self.rank].poll(1):
                if os.getppid() != self.parent:
                    return ""
            return self.pipes[self.rank].recv()
        for pipe in self.pipes[1:]:
            pipe.send(line)
        return line

    def total(self, own):
        if self.rank > 0:
            self.pipes[self.rank].send(own)
            return own
        return own + sum(pipe.recv() for pipe in self.pipes[1:])


def serve(how):
    if how.rank == 0:
        print("ready", flush=True)
    while True:
        line = how.told(sys.stdin.readline() if how.rank == 0 else None)
        if not line.strip():
            return
        action, axis, side, path = line.rstrip("\n").split("\t")
        axis, side = int(axis), int(side)
        array = items(box(axis, side, how.size, how.rank), side) if action == "write" else None
        how.barrier()
        begin = time.perf_counter_ns()
        if action == "write":
            how.write(path, axis, side, array)
        else:
            array = how.read(path, axis, side)
        how.barrier()
        nanos = time.perf_counter_ns() - begin
        total = how.total(checksum(array))
        del array
        if how.rank == 0:
            print(f"ok\t{nanos}\t{total}", flush=True)


def child(rank, size, barrier, pipe):
    pipes = [None] * size
    pipes[rank] = pipe
    serve(Memmap(rank, size, barrier, pipes))


def main():
    if sys.argv[1] == "mpi4py":
        serve(Mpi4py())
        return
    size = int(sys.argv[2])
    barrier = multiprocessing.Barrier(size)
    pipes = [None]
    for rank in range(1, size):
        here, there = multiprocessing.Pipe()
        pipes.append(here)
        multiprocessing.Process(target=child, args=(rank, size, barrier, there), daemon=True).start()
    serve(Memmap(0, size, barrier, pipes))


main()
