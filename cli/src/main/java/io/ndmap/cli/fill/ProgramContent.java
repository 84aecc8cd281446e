package io.ndmap.cli.fill;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Fills a chunk with the standard output of a program. The program runs once per chunk; see `fill
/// work --help`.
final class ProgramContent implements ChunkContent {

  /// The number of bytes that are read at a time, unless one element has more.
  private static final int BLOCK = 1 << 18;

  /// How many bytes at the end of standard error are kept, to find the last line.
  private static final int TAIL = 1 << 12;

  /// The exit code of a shell whose program was ended by Ctrl-C.
  private static final int SIGINT_EXIT = 130;

  /// How long to wait for the end of standard error after the program has ended.
  private static final long TIMEOUT_SECONDS = 1;

  /// How long a program may take to end after SIGTERM.
  private static final long GRACE_SECONDS = 2;

  private final String command;
  private final SharedFill fill;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  ProgramContent(String command, SharedFill fill) {
    this.command = command;
    this.fill = fill;
  }

  @Override
  public void write(Claim claim) throws ChunkFailedException, IOException, InterruptedException {
    Process process = start(claim);
    running.add(process);
    try {
      if (stopped) {
        throw new ChunkFailedException("stopped");
      }
      process.getOutputStream().close();
      CompletableFuture<String> lastLine =
          CompletableFuture.supplyAsync(
              () -> lastLine(process.getErrorStream()), task -> Thread.ofVirtual().start(task));
      String wrong;
      try {
        wrong = read(process.getInputStream(), claim.view());
      } catch (UncheckedIOException e) {
        wrong = "its output could not be read: " + e.getMessage();
      }
      if (wrong.startsWith("more")) {
        end(process).join();
      }
      int exit = process.waitFor();
      if (wrong.startsWith("more")) {
        throw new ChunkFailedException("it wrote " + wrong);
      }
      if (exit != 0) {
        // A process left behind by the program may keep its standard error open.
        String last = lastLine.completeOnTimeout("", TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
        throw new ChunkFailedException(
            "exit code " + exit + (last.isEmpty() ? "" : ": " + last), exit == SIGINT_EXIT);
      }
      if (!wrong.isEmpty()) {
        throw new ChunkFailedException("it wrote " + wrong);
      }
    } finally {
      if (process.isAlive()) {
        end(process).join();
      }
      running.remove(process);
    }
  }

  private Process start(Claim claim) throws IOException {
    Box box = claim.box();
    List<String> ranges =
        IntStream.range(0, box.rank())
            .mapToObj(axis -> box.start(axis) + ":" + box.end(axis))
            .toList();
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", command + " \"$@\"", "sh"));
    words.addAll(ranges);
    ProcessBuilder builder = new ProcessBuilder(words);
    Map<String, String> environment = builder.environment();
    environment.put("NDMAP_FILE", fill.path().toString());
    environment.put("NDMAP_CHUNK", Long.toString(claim.chunk()));
    environment.put("NDMAP_BOX", String.join(",", ranges));
    environment.put(
        "NDMAP_SHAPE",
        Arrays.stream(box.shape().toArray())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(",")));
    environment.put("NDMAP_DTYPE", fill.spec().dtype().toString());
    return builder.start();
  }

  /// Reads the elements of a chunk from a stream.
  ///
  /// @return a description of the fault in the stream, or an empty text
  private static String read(InputStream in, NdView<?> target) throws IOException {
    DType dtype = target.dtype();
    long expected = target.itemCount() * dtype.itemsize();
    long most = Math.max(1, BLOCK / Math.max(1, dtype.itemsize()));
    byte[] bytes = new byte[Math.toIntExact(Math.min(most, target.itemCount()) * dtype.itemsize())];
    MemorySegment block = MemorySegment.ofArray(bytes);
    long[] found = {0};
    target.forEachBlock(
        most,
        part -> {
          int requested = Math.toIntExact(part.itemCount() * dtype.itemsize());
          int read = readUpTo(in, bytes, requested);
          found[0] += read;
          // A short read makes the chunk fail, so its content does not matter.
          if (read == requested) {
            NdView.of(block, dtype, part.shape(), Order.C, Backing.MEMORY).copyTo(part);
          }
        });
    if (found[0] < expected) {
      return found[0] + " of " + QuantityText.count(expected, "byte");
    }
    return in.read() < 0 ? "" : "more than " + QuantityText.count(expected, "byte");
  }

  private static int readUpTo(InputStream in, byte[] bytes, int requested) {
    try {
      return in.readNBytes(bytes, 0, requested);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the last non-blank line of a stream, which may contain no line ends at all.
  private static String lastLine(InputStream in) {
    byte[] tail = new byte[2 * TAIL];
    int length = 0;
    try {
      for (int read = in.read(tail, 0, TAIL);
          read >= 0;
          read = in.read(tail, length, tail.length - length)) {
        length += read;
        if (length > TAIL) {
          System.arraycopy(tail, length - TAIL, tail, 0, TAIL);
          length = TAIL;
        }
      }
    } catch (IOException e) {
      // The process was stopped: use the text received so far.
    }
    String text = new String(tail, 0, length, UTF_8).strip();
    return Printable.line(text.substring(text.lastIndexOf('\n') + 1).strip());
  }

  /// Stops the running programs, and returns when they have ended or after a timeout.
  @Override
  public void stop() {
    stopped = true;
    running.stream().map(ProgramContent::end).toList().forEach(CompletableFuture::join);
  }

  /// Stops a program and all its descendants, first by SIGTERM, then by SIGKILL.
  ///
  /// @return a future that completes when these processes have ended, or after a timeout
  private static CompletableFuture<Void> end(Process process) {
    List<ProcessHandle> all = family(process.toHandle());
    all.forEach(ProcessHandle::destroy);
    return ended(all)
        .completeOnTimeout(null, GRACE_SECONDS, TimeUnit.SECONDS)
        .thenCompose(_ -> kill(all));
  }

  private static CompletableFuture<Void> kill(List<ProcessHandle> processes) {
    // Include processes that were started after SIGTERM was sent.
    List<ProcessHandle> all =
        processes.stream()
            .filter(ProcessHandle::isAlive)
            .flatMap(each -> family(each).stream())
            .distinct()
            .toList();
    all.forEach(ProcessHandle::destroyForcibly);
    // The timeout is needed because a zombie that its parent does not reap counts as alive.
    return ended(all).completeOnTimeout(null, GRACE_SECONDS, TimeUnit.SECONDS);
  }

  /// A process and all its descendants.
  private static List<ProcessHandle> family(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants()).toList();
  }

  private static CompletableFuture<Void> ended(List<ProcessHandle> processes) {
    return CompletableFuture.allOf(
        processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
  }
}
