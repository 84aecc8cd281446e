package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/// Writes and reads that fail, one after the other. Rank 0 prints, of each, what all ranks have
/// thrown: `scenario: type: text`, or `scenario: …` and the several answers, if they differ.
///
/// With a word after a directory: each rank has files of its own there (`apart`), rank 1 is on
/// another machine (`elsewhere`), or calls of MPI-IO fail on rank 1 (`calls`).
final class Failures {

  private static final long SIZE = 30_000_000;

  private final Communicator comm;
  private final PrintStream out;

  private Failures(Communicator comm, PrintStream out) {
    this.comm = comm;
    this.out = out;
  }

  /// @param args a directory, one on a full disk or `-`, one that is read-only or `-`; or a
  ///   directory and a word
  public static void main(String[] args) throws IOException {
    try (Communicator comm = Communicator.world()) {
      Failures failures = new Failures(comm, System.out);
      Path directory = Path.of(args[0]);
      if (args.length == 2) {
        switch (args[1]) {
          case "apart" -> failures.ofSeveralFiles(directory);
          case "elsewhere" -> failures.ofSeveralMachines(directory);
          default -> failures.ofCalls(directory);
        }
        return;
      }
      failures.ofArguments(directory);
      failures.ofFiles(directory);
      if (!args[1].equals("-")) {
        failures.ofTheDisk(Path.of(args[1]));
      }
      if (!args[2].equals("-")) {
        failures.expect(
            "read-only directory", () -> failures.write(Path.of(args[2], "x.npy"), "u1", 4, 4));
      }
      failures.ofNoOne(directory.resolve("last.npy"));
    }
  }

  private void ofArguments(Path directory) {
    Path path = directory.resolve("x.npy");
    int rank = comm.rank();
    expect("other dtype", () -> write(path, rank == 1 ? "f8" : "f4", 4, 4));
    expect("other shape", () -> write(path, "f4", 4, rank == 1 ? 5 : 4));
    expect(
        "other order",
        () ->
            ParallelNpy.write(
                comm,
                path,
                NdView.zeros(DType.UINT8, 4, 4),
                0,
                ParallelWriteOptions.DEFAULT.withOrder(rank == 1 ? Order.F : Order.C)));
    ParallelWriteOptions options = ParallelWriteOptions.DEFAULT;
    NdView<?> rows = NdView.zeros(DType.UINT8, 4, 4);
    Path own = rank == 0 ? path : directory.resolve("y.npy");
    expect("other path", () -> ParallelNpy.write(comm, own, rows, 0, options));
    ParallelWriteOptions replacing = rank == 0 ? options : options.withReplacing();
    expect("other option", () -> ParallelNpy.write(comm, path, rows, 0, replacing));
    ParallelWriteOptions hint = rank == 0 ? options : options.withHint("cb_nodes", "1");
    expect("other hint", () -> ParallelNpy.write(comm, path, rows, 0, hint));
    expect("0-d", () -> ParallelNpy.write(comm, path, NdView.zeros(DType.UINT8), 0));
    expect("no axis", () -> ParallelNpy.write(comm, path, NdView.zeros(DType.UINT8, 4, 4), 2));
    expect("overlap", () -> boxes(path, Box.of(new long[] {rank}, new long[] {rank + 2})));
    expect("holes", () -> boxes(path, Box.of(new long[] {rank}, new long[] {rank + 1})));
    ParallelWriteOptions hinted =
        unchecked(Access.INDEPENDENT).withHint("cb_nodes", "1".repeat(2000));
    NdView<?> part = NdView.zeros(DType.UINT8, 4, 4);
    expect("long hint", () -> ParallelNpy.write(comm, path, part, 0, hinted));
  }

  private void boxes(Path path, Box box) throws IOException {
    NdView<?> part = NdView.zeros(DType.UINT8, box.shape(), Order.C);
    ParallelNpy.write(comm, path, Shape.of(8), box, part, ParallelWriteOptions.DEFAULT);
  }

  private void ofFiles(Path directory) throws IOException {
    Path there = directory.resolve("there.npy");
    write(there, "u1", 4, 4);
    expect("exists", () -> write(there, "u1", 4, 4));
    expect("no directory", () -> write(directory.resolve("none/x.npy"), "u1", 4, 4));
    expect("no file", () -> read(directory.resolve("none.npy")));
    Path wrong = directory.resolve("wrong.npy");
    Path part = directory.resolve("short.npy");
    if (comm.rank() == 0) {
      Files.writeString(wrong, "no array");
      byte[] bytes = Files.readAllBytes(there);
      Files.write(part, Arrays.copyOf(bytes, bytes.length - 1));
    }
    comm.barrier();
    expect("no array", () -> read(wrong));
    expect("truncated", () -> read(part));
    Path own = comm.rank() == 0 ? there : wrong;
    expect("other path to read", () -> ParallelNpy.read(comm, own, 0));
    expect("other axis", () -> ParallelNpy.read(comm, there, comm.rank()));
    expect(
        "box beyond",
        () ->
            ParallelNpy.read(
                comm, there, Box.of(new long[] {0, 0}, new long[] {4, comm.rank() == 1 ? 5 : 1})));
    NpyFile file = NpyFile.open(there);
    NdView<?> view = file.view();
    Path archive = directory.resolve("all.npz");
    if (comm.rank() == 0) {
      try (NpzWriter writer = NpzWriter.create(archive)) {
        writer.add("x", view);
        writer.publish();
      }
      try (NpzWriter writer =
          NpzWriter.create(
              directory.resolve("small.npz"), NpzWriteOptions.DEFAULT.withDeflated(6))) {
        writer.add("x", view);
        writer.publish();
      }
    }
    comm.barrier();
    ParallelWriteOptions replacing = ParallelWriteOptions.DEFAULT.withReplacing();
    expect("archive", () -> ParallelNpy.write(comm, archive, view, 0, replacing));
    expect("no member", () -> read(ArrayName.of(archive)));
    expect("other member", () -> read(ArrayName.of(archive, "y")));
    expect("compressed", () -> read(ArrayName.of(directory.resolve("small.npz"), "x")));
    expect("member", () -> requireMember(ArrayName.of(archive, "x"), view));
    if (comm.rank() == 1) {
      file.close();
    }
    expect("closed view", () -> ParallelNpy.write(comm, directory.resolve("x.npy"), view, 0));
    file.close();
  }

  private void ofTheDisk(Path directory) {
    Path path = directory.resolve("x.npy");
    expect("too large", () -> write(path, "u1", SIZE / comm.size(), 1));
    ParallelWriteOptions unchecked = unchecked(Access.INDEPENDENT);
    NdView<?> rows = part(0);
    expect("full disk", () -> ParallelNpy.write(comm, path, rows, 0, unchecked));
    ParallelWriteOptions mapped = unchecked.withAccess(Access.MAPPED);
    expect("full disk, mapped", () -> ParallelNpy.write(comm, path, rows, 0, mapped));
    NdView<?> columns = part(1);
    expect("full disk by columns", () -> ParallelNpy.write(comm, path, columns, 1, unchecked));
    ParallelWriteOptions together = unchecked.withAccess(Access.COLLECTIVE);
    expect("full disk, together", () -> ParallelNpy.write(comm, path, columns, 1, together));
  }

  /// Rank 1 takes itself for one on another machine.
  private void ofSeveralMachines(Path directory) throws IOException {
    Path there = directory.resolve("there.npy");
    if (comm.rank() == 0) {
      NpyFile.create(there, DType.UINT8, Shape.of(2, 2), Order.C).close();
    }
    Path path = directory.resolve("x.npy");
    expect("written", () -> write(path, "u1", 2, 2));
    NdView<?> part = NdView.zeros(DType.UINT8, 2, 2);
    expect("mapped", () -> ParallelNpy.write(comm, path, part, 0, unchecked(Access.MAPPED)));
    expect("read", () -> read(there));
  }

  /// Rank 1 has a file system of its own under the name of the directory.
  private void ofSeveralFiles(Path directory) throws IOException {
    Path path = directory.resolve("x.npy");
    Path there = directory.resolve("there.npy");
    Files.deleteIfExists(there);
    if (comm.rank() == 0) {
      NpyFile.create(there, DType.UINT8, Shape.of(2, 2), Order.C).close();
    }
    NdView<?> part = NdView.zeros(DType.UINT8, 2, 2);
    for (Access access : Access.values()) {
      ParallelWriteOptions options = unchecked(access);
      expect("written, " + access, () -> ParallelNpy.write(comm, path, part, 0, options));
    }
    expect("read", () -> read(there));
    if (comm.rank() == 1) {
      NpyFile.create(there, DType.UINT8, Shape.of(2, 2), Order.C).close();
    }
    expect("read, stale", () -> read(there));
  }

  /// A library that wraps the true one has calls fail on rank 1 while there is a file of their
  /// name.
  private void ofCalls(Path directory) throws IOException {
    Path path = directory.resolve("x.npy");
    NdView<?> part = NdView.zeros(DType.UINT8, 2, 2);
    for (Access access : List.of(Access.INDEPENDENT, Access.COLLECTIVE)) {
      ParallelWriteOptions options = unchecked(access);
      List<String> calls =
          access == Access.COLLECTIVE
              ? List.of("open", "write_at_all", "sync", "close")
              : List.of("open", "write_at", "sync", "close");
      for (String call : calls) {
        Path wish = directory.resolve("MPI_File_" + call);
        if (comm.rank() == 1) {
          Files.createFile(wish);
        }
        comm.barrier();
        expect(call + ", " + access, () -> ParallelNpy.write(comm, path, part, 1, options));
        comm.barrier();
        Files.deleteIfExists(wish);
      }
      comm.barrier();
      ParallelWriteOptions again = options.withReplacing();
      expect("none, " + access, () -> ParallelNpy.write(comm, path, part, 1, again));
      comm.barrier();
      Files.deleteIfExists(path);
    }
  }

  private NdView<?> part(int axis) {
    Shape shape = Shape.of(SIZE / 10_000, 10_000);
    Box box = Partition.alongAxis(shape, axis, comm.size()).box(comm.rank());
    return NdView.zeros(DType.UINT8, box.shape(), Order.C);
  }

  private static ParallelWriteOptions unchecked(Access access) {
    return new ParallelWriteOptions(
        Order.C,
        CreateOptions.DEFAULT.withoutReserving(),
        false,
        ParallelWriteOptions.DEFAULT.checkpoint(),
        access,
        Map.of());
  }

  /// After all of that, a write is as good as ever.
  private void ofNoOne(Path path) throws IOException {
    write(path, "u1", 2, 3);
    expect("none", () -> ParallelNpy.read(comm, path, 1));
    String fields =
        IntStream.range(0, 1000).mapToObj("('field%d', '<i4')"::formatted).collect(joining(", "));
    Path large = path.resolveSibling("large.npy");
    expect("one element", () -> oneItem(path.resolveSibling("item.npy")));
    expect("long runs", () -> longRuns(path.resolveSibling("wide.npy")));
    Path wide = path.resolveSibling("wide.npy");
    Reading before = Reading.of(comm, wide);
    AccessPlan columns = AccessPlan.alongAxis(before.header(), 1, comm.size());
    comm.barrier();
    if (comm.rank() == 0) {
      try (FileChannel channel = FileChannel.open(wide, StandardOpenOption.WRITE)) {
        channel.truncate(before.header().dataOffset() + before.header().dataBytes() - 1);
      }
    }
    comm.barrier();
    expect("truncated meanwhile", () -> before.run(columns, null));
    for (Access access : List.of(Access.INDEPENDENT, Access.COLLECTIVE)) {
      expect(
          "truncated meanwhile, " + access,
          () -> before.run(columns, null, access, Transfer.BLOCK));
    }
    Box narrow = Box.of(new long[] {0, 0}, new long[] {4, 1 << 8});
    AccessPlan shortRuns =
        new AccessPlan(before.header(), Collections.nCopies(comm.size(), narrow));
    expect("truncated meanwhile, short runs", () -> before.run(shortRuns, null));
    if (comm.rank() == 0) {
      Files.copy(wide, path.resolveSibling("other.npy"));
      Files.move(path.resolveSibling("other.npy"), wide, StandardCopyOption.REPLACE_EXISTING);
    }
    comm.barrier();
    expect("replaced meanwhile", () -> before.run(columns, null));
    expect("large header", () -> write(large, "[" + fields + "]", 2));
  }

  /// Runs that the system reads, into memory outside the heap.
  private void longRuns(Path path) throws IOException {
    LongView all = NdView.zeros(DType.INT64, 4, 1 << 18).as(LongView.class);
    for (int i = 0; i < all.itemCount(); i++) {
      all.set(i >> 18, i & (1 << 18) - 1, i);
    }
    Box columns = Partition.alongAxis(all.shape(), 1, comm.size()).box(comm.rank());
    ParallelNpy.write(comm, path, all.slice(columns), 1);
    for (int axis = 0; axis < 2; axis++) {
      NpyPart part = ParallelNpy.read(comm, path, axis);
      if (!part.view().contentEquals(all.slice(part.box()))) {
        throw new IllegalStateException(part + " has other elements");
      }
    }
  }

  private void read(ArrayName name) throws IOException {
    ParallelNpy.read(comm, name, 0);
  }

  /// Along both axes: long runs are read by the system, short ones out of a mapping.
  private void requireMember(ArrayName name, NdView<?> expected) throws IOException {
    for (int axis = 0; axis < 2; axis++) {
      NpyPart part = ParallelNpy.read(comm, name, axis);
      if (!part.view().contentEquals(expected.slice(part.box()))) {
        throw new IllegalStateException(part + " has other elements");
      }
    }
  }

  /// An array without axes: all ranks offer an element, and read the one of rank 0.
  private void oneItem(Path path) throws IOException {
    IntView item = NdView.zeros(DType.INT32).as(IntView.class);
    item.fill(7 + comm.rank());
    Box whole = Box.whole(item.shape());
    ParallelNpy.write(comm, path, item.shape(), whole, item, ParallelWriteOptions.DEFAULT);
    for (NpyPart part :
        List.of(
            ParallelNpy.read(comm, ArrayName.of(path), 0), ParallelNpy.read(comm, path, whole))) {
      if (part.view().sumLong() != 7) {
        throw new IllegalStateException("found " + part.view());
      }
    }
  }

  private void write(Path path, String dtype, long... shape) throws IOException {
    ParallelNpy.write(comm, path, NdView.zeros(DType.parse(dtype), shape), 0);
  }

  private void read(Path path) throws IOException {
    ParallelNpy.read(comm, path, 0);
  }

  private interface Action {
    void run() throws IOException;
  }

  private void expect(String scenario, Action action) {
    String output;
    try {
      action.run();
      output = "nothing";
    } catch (IOException | RuntimeException e) {
      output = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    List<byte[]> all = comm.allgather(output.getBytes(UTF_8));
    if (comm.rank() == 0) {
      out.printf(
          Locale.ROOT,
          "%s: %s%n",
          scenario,
          all.stream().map(each -> new String(each, UTF_8)).distinct().collect(joining(" | ")));
    }
  }
}
