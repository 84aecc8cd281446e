package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.JavaContender;
import io.ndmap.benchmarks.contest.Outcome;
import io.ndmap.dtype.DType;
import io.ndmap.grow.AppendOptions;
import io.ndmap.grow.NpyAppender;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.stream.NpyReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// ndmap in the race of files. It uses only the public API. The file that it has written stays
/// until it writes the next one, so that other contenders can read the file.
final class FilesContender implements Contender {

  /// The prefix of an operation that asks to verify a file (`verify FILE`), instead of naming a row
  /// of the result table.
  static final String VERIFY = "verify ";

  private static final long STEP = 1L << 30;
  private static final Outcome NOTHING = new Outcome(List.of(), List.of());

  /// Untimed preparation and checks.
  private interface Preparation {
    void run() throws IOException;
  }

  /// The timed work.
  private interface Work {
    JavaContender.Result run() throws IOException;
  }

  private record Row(Preparation before, Work work, Preparation after) {}

  private final String name;
  private final Path directory;
  private final int appends;
  private final Map<String, Row> rows = new HashMap<>();
  private @Nullable DoubleView data;
  private @Nullable Process producer;
  private @Nullable FileInputStream pipe;

  /// Never read; written so that the JIT cannot eliminate a result.
  @SuppressWarnings("unused") // the JIT cannot know that
  private volatile JavaContender.@Nullable Result last;

  FilesContender(String name, Path directory, int appends) {
    this.name = name;
    this.directory = directory;
    this.appends = appends;
    reading();
    archives();
    pipes();
    growing();
  }

  private void reading() {
    row("open, one item, 1 MiB stored", () -> item("small.npz", 1000));
    row("open, one item, 5 GiB stored", () -> item("big.npz", FilesData.ITEM));
    row("open, one item, 5 GiB, -Xmx128m", () -> item("big.npz", FilesData.ITEM));
    row("sum, stored", () -> sum("stored.npz", false));
    row("sum, stored, CRC checked", () -> sum("stored.npz", true));
    row("sum, deflated", () -> sum("deflated.npz", false));
  }

  private JavaContender.Result item(String file, long index) throws IOException {
    try (NpzFile archive = NpzFile.open(directory.resolve(file))) {
      return JavaContender.Result.number(archive.view("a", DoubleView.class).get(index));
    }
  }

  private JavaContender.Result sum(String file, boolean checked) throws IOException {
    try (NpzFile archive = NpzFile.open(directory.resolve(file))) {
      if (checked) {
        archive.member("a").verify();
      }
      return JavaContender.Result.number(archive.view("a", DoubleView.class).sum());
    }
  }

  private void archives() {
    NpzWriteOptions stored = NpzWriteOptions.DEFAULT.withoutDurability();
    save("savez", stored);
    save("savez, forced", NpzWriteOptions.DEFAULT);
    for (int level : new int[] {1, 6}) {
      NpzWriteOptions deflated = stored.withDeflated(level);
      save("savez_compressed, level " + level, deflated);
      save("level " + level + ", two threads", deflated.withThreads(2));
    }
  }

  private void save(String row, NpzWriteOptions options) {
    row(
        row,
        () -> {
          var _ = data();
          remove(".npz");
        },
        () -> {
          try (NpzWriter writer = NpzWriter.create(output(".npz"), options)) {
            writer.add("a", data());
            writer.publish();
          }
          return () -> NOTHING;
        },
        () -> {});
  }

  private void pipes() {
    pipe("pipe to array, stream", in -> NpyReader.open(in, "the pipe"));
    pipe("pipe to array, channel", in -> NpyReader.open(in.getChannel(), "the pipe"));
  }

  private interface Opening {
    NpyReader open(FileInputStream in) throws IOException;
  }

  private void pipe(String row, Opening opening) {
    row(
        row,
        this::openPipe,
        () -> {
          NdView<?> array = opening.open(Objects.requireNonNull(pipe)).read();
          return () -> digest(array);
        },
        this::closePipe);
  }

  /// Frees the memory of the previous lap, and starts a process that writes into a named pipe.
  private void openPipe() throws IOException {
    last = null;
    System.gc();
    Path fifo = directory.resolve(name.replace(' ', '-') + ".fifo");
    if (!Files.exists(fifo)) {
      finish(new ProcessBuilder("mkfifo", fifo.toString()).inheritIO().start());
    }
    producer =
        new ProcessBuilder("sh", "-c", "exec cat data.npy >\"$0\"", fifo.getFileName().toString())
            .directory(directory.toFile())
            .inheritIO()
            .start();
    pipe = new FileInputStream(fifo.toFile());
  }

  private void closePipe() throws IOException {
    Objects.requireNonNull(pipe).close();
    finish(Objects.requireNonNull(producer));
  }

  private static void finish(Process process) throws IOException {
    try {
      if (process.waitFor() != 0) {
        throw new IOException(process.info().commandLine() + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void growing() {
    append("append 1 MiB blocks", AppendOptions.DEFAULT);
    append("append, each forced", AppendOptions.DEFAULT.withDurability());
    append("append, forced; numpy: once", AppendOptions.DEFAULT.withDurability());
  }

  private void append(String row, AppendOptions options) {
    row(
        row,
        () -> {
          var _ = data();
          remove(".npy");
          NpyFile.create(output(".npy"), DType.FLOAT64, Shape.of(0, FilesData.COLUMNS), Order.C)
              .close();
        },
        () -> {
          DoubleView block =
              data().slice(0, 0, FilesData.BLOCK / FilesData.COLUMNS / Double.BYTES, 1);
          try (NpyAppender appender = NpyAppender.open(output(".npy"), options)) {
            for (int k = 0; k < appends; k++) {
              var _ = appender.append(block);
            }
          }
          return () -> NOTHING;
        },
        () -> {});
  }

  /// Returns the array in memory. The first call reads it from `data.npy`.
  private DoubleView data() throws IOException {
    if (data == null) {
      try (InputStream in = Files.newInputStream(directory.resolve("data.npy"))) {
        data = NpyReader.open(in, "data.npy").read().as(DoubleView.class);
      }
    }
    return Objects.requireNonNull(data);
  }

  private Path output(String ending) {
    return output(directory, name, ending);
  }

  /// Returns the path of the file that a contender writes.
  static Path output(Path directory, String name, String ending) {
    return directory.resolve("out-" + name.replace(' ', '-') + ending);
  }

  private void remove(String ending) throws IOException {
    Files.deleteIfExists(output(ending));
  }

  private void row(String row, Work work) {
    row(row, () -> {}, work, () -> {});
  }

  private void row(String row, Preparation before, Work work, Preparation after) {
    rows.put(row, new Row(before, work, after));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean knows(String operation) {
    return rows.containsKey(operation);
  }

  /// Runs a row. For the operation `verify FILE`, returns the number and the CRC of the elements in
  /// a file that any contender has written.
  @Override
  public Outcome check(String operation, int set) throws IOException {
    if (operation.startsWith(VERIFY)) {
      return verify(directory.resolve(operation.substring(VERIFY.length())));
    }
    Row row = found(operation);
    row.before.run();
    JavaContender.Result result = row.work.run();
    row.after.run();
    return result.outcome();
  }

  private static Outcome verify(Path path) throws IOException {
    if (path.toString().endsWith(".npy")) {
      try (NpyFile file = NpyFile.open(path)) {
        return digest(file.view());
      }
    }
    if (!NpzRepair.verify(path).isSound()) {
      throw new IOException(path + " is not sound");
    }
    try (NpzFile archive = NpzFile.open(path)) {
      return digest(archive.view("a"));
    }
  }

  /// Returns the number of elements and the CRC of their bytes.
  private static Outcome digest(NdView<?> array) {
    CRC32 crc = new CRC32();
    MemorySegment bytes = array.segment();
    for (long at = 0; at < bytes.byteSize(); at += STEP) {
      crc.update(bytes.asSlice(at, Math.min(STEP, bytes.byteSize() - at)).asByteBuffer());
    }
    return new Outcome(List.of("i:" + array.itemCount(), "i:" + crc.getValue()), List.of());
  }

  @Override
  public long run(String operation, int set, int repeats, Clock clock) throws IOException {
    Row row = found(operation);
    long nanos = 0;
    for (int i = 0; i < repeats; i++) {
      row.before.run();
      long begin = clock.nanos();
      last = row.work.run();
      nanos += clock.nanos() - begin;
      row.after.run();
    }
    return nanos;
  }

  private Row found(String operation) {
    Row row = rows.get(operation);
    if (row == null) {
      throw new IllegalArgumentException(name + " does not know '" + operation + "'");
    }
    return row;
  }

  @Override
  public void close() {
    // The files of this contender are removed with the directory.
  }
}
