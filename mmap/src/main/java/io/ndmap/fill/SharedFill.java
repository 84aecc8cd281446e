package io.ndmap.fill;

import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.ledger.ChunkState;
import io.ndmap.fill.ledger.ChunkWord;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.ledger.Deadline;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.fill.participant.ChunkClaimer;
import io.ndmap.fill.participant.ChunkCommitter;
import io.ndmap.fill.participant.FillOpener;
import io.ndmap.fill.participant.FillStep;
import io.ndmap.fill.participant.Participant;
import io.ndmap.layout.Box;
import io.ndmap.layout.Partition;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.FillAbortedException;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillRebootException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One array that several processes of one machine fill chunk by chunk: Java processes with this
/// class, Python processes with `ndmap_fill`. Up to 1024 processes take part at once; each of them
/// may join, leave or be killed at any time. docs/fill-protocol.md specifies the protocol and its
/// guarantees.
///
/// ```java
/// FillSpec spec = FillSpec.of(DType.FLOAT64, Shape.of(16384, 8192), Order.C);
/// try (SharedFill fill = SharedFill.createOrJoin(Path.of("x.npy"), spec)) {
///   for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
///     try (Claim claim = next.get()) {
///       compute(claim.box(), claim.view(DoubleView.class));
///       claim.commit();
///     }
///   }
/// }
/// ```
///
/// During the fill the array's file is called `x.npy.filling`, unless [FillSpec#visible] is set;
/// `x.npy.claims` is the *ledger*, which records the state of each chunk, and `x.npy.lock` is the
/// *mutex* of the participants. The first process to find every chunk done publishes the array
/// under its name, and only `x.npy` remains.
///
/// **Threads.** Thread-safe, except [#close]. Methods that wait throw [InterruptedException] if
/// their thread is interrupted, and then have no effect.
///
/// **Errors.** Methods that read or change the fill throw [IllegalStateException] once this is
/// closed, [MappingFaultException] if the ledger was truncated, and [FillException] if the ledger
/// is damaged. Methods that claim, publish or wait throw [FillAbortedException] if the fill was
/// aborted, and [FillTimeoutException] if another process has owned the mutex for a minute; so does
/// [#retryPoisoned].
public final class SharedFill implements AutoCloseable {

  /// The default time to wait for other processes.
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  // The first and the longest pause between two attempts to claim a chunk, unless scans of the
  // ledger are slow.
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// The minimum pause after a scan of the ledger that found no free chunk, as a multiple of the
  /// time that the scan took.
  private static final long LOOK_SHARE = 20;

  /// The part of this process in an incomplete fill: the participant, and the objects that claim
  /// and commit chunks for it.
  private record Part(Participant participant, ChunkClaimer claiming, ChunkCommitter committing) {}

  private final Path path;
  private final FillSpec spec;
  private final NpyFile data;
  private final Partition partition;
  // Null if the array was complete when it was opened.
  private final @Nullable Part part;
  private final Set<Claim> claims = ConcurrentHashMap.newKeySet();
  private volatile boolean open = true;

  private SharedFill(Path path, FillOpener.Opened opened) {
    this.path = path;
    this.spec = opened.spec();
    this.data = opened.data();
    this.partition = opened.partition();
    Participant participant = opened.participant();
    this.part =
        participant == null
            ? null
            : new Part(participant, new ChunkClaimer(participant), new ChunkCommitter(participant));
  }

  /// Creates a fill, or joins an existing one, or opens the complete array. Several processes may
  /// call this at once: one creates, the others join. Waits for at most one minute.
  ///
  /// @param path the array, on the default file system, in a directory that exists
  /// @param spec the array and the properties of the fill
  /// @return the fill, of which this process is a participant unless the array is complete
  /// @throws IOException as [#createOrJoin(Path, FillSpec, Duration)], which also lists the other
  ///   exceptions
  /// @throws FillException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill createOrJoin(Path path, FillSpec spec)
      throws IOException, InterruptedException {
    return createOrJoin(path, spec, DEFAULT_TIMEOUT);
  }

  /// Creates a fill, or joins an existing one, or opens the complete array.
  ///
  /// @param path the array, on the default file system, in a directory that exists
  /// @param spec the array and the properties of the fill
  /// @param timeout the maximum time to wait for the mutex; another process owns it, for instance,
  ///   while it creates the fill
  /// @return the fill, of which this process is a participant unless the array is complete
  /// @throws FillMismatchException if there is a fill or an array with another dtype, shape or
  ///   order, or a fill with other chunks, limits, durability or visibility; or if the ledger
  ///   belongs to another array
  /// @throws FillTimeoutException if another process owns the mutex for longer than that time
  /// @throws IllegalArgumentException if the array's name is so long that names of other files of
  ///   the fill exceed 255 bytes; the name of a complete array may be that long
  /// @throws FillException if there is an `x.npy.filling` without a ledger, the ledger is damaged,
  ///   the fill has 1024 participants already, or has participants but its lock file was removed,
  ///   the array is being filled by a [StaticFill], the header is longer than NumPy reads, the file
  ///   system has no hard links, or this JVM cannot use the locks, because it denies native access
  ///   (`--illegal-native-access=deny`) or the system is not Linux
  /// @throws FillRebootException if the fill is not durable and the system was rebooted since the
  ///   fill was created or last recovered: call [FillControl#recover]
  /// @throws IOException if the files cannot be created, for instance because the disk is full;
  ///   nothing is left behind
  /// @throws io.ndmap.npy.NpyFormatException if there is a file of this name that is not an array
  /// @throws DTypeException if a header cannot express the dtype
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill createOrJoin(Path path, FillSpec spec, Duration timeout)
      throws IOException, InterruptedException {
    return enter(path, spec, timeout, _ -> {});
  }

  /// Joins a fill that another process creates, or opens the complete array.
  ///
  /// @param path the array, on the default file system
  /// @param timeout the maximum time to wait until another process has created the fill
  /// @return the fill, of which this process is a participant unless the array is complete
  /// @throws FillTimeoutException if there is no fill within that time, or another process owns the
  ///   mutex for longer
  /// @throws IllegalArgumentException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws FillException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws IOException if the files cannot be opened
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill join(Path path, Duration timeout)
      throws IOException, InterruptedException {
    return enter(path, null, timeout, _ -> {});
  }

  /// @param progress called after each step; for tests
  static SharedFill enter(
      Path path, @Nullable FillSpec spec, Duration timeout, Consumer<FillStep> progress)
      throws IOException, InterruptedException {
    return new SharedFill(
        path, new FillOpener(FillFiles.of(path), spec, progress).open(Deadline.in(timeout)));
  }

  /// Returns the path that the array has once it is published.
  ///
  /// @return the path
  public Path path() {
    return path;
  }

  /// Returns the specification with the actual chunks.
  ///
  /// @return the specification; if the array was already complete, its durability, visibility and
  ///   limits are those of [FillSpec#of], not those of the fill
  public FillSpec spec() {
    return spec;
  }

  /// Returns the partition of the array: chunk `k` is box `k`.
  ///
  /// @return the partition into chunks
  public Partition partition() {
    return partition;
  }

  /// Returns the number of chunks.
  ///
  /// @return the number; 0 if the array has no elements
  public long chunks() {
    return partition.count();
  }

  /// Returns the slot of this process, which identifies it in [io.ndmap.fill.model.FillStatus] and
  /// [FillControl#evict].
  ///
  /// @return the slot, from 0 to 1023; -1 if the array was complete when it was opened
  public int slot() {
    return part == null ? -1 : part.participant().slot();
  }

  /// Claims a chunk. Waits while other participants own all remaining chunks; the chunks of
  /// participants that die become free.
  ///
  /// @return a chunk, or empty if none is left: the array is then complete and published, unless
  ///   chunks are *poisoned*, because they were abandoned or their owners died too often
  ///   ([#progress] counts them)
  /// @throws IOException as [#claim(Duration)]
  /// @throws InterruptedException if the thread is interrupted
  public Optional<Claim> claim() throws IOException, InterruptedException {
    return claim(FOR_EVER);
  }

  /// Claims a chunk.
  ///
  /// @param timeout the maximum time to wait while other participants own all remaining chunks;
  ///   zero for no wait
  /// @return a chunk, or empty if none is left or none was free in that time
  /// @throws FileAlreadyExistsException if the array is complete, but another file has its name
  /// @throws IOException if the array cannot be published
  /// @throws InterruptedException if the thread is interrupted
  public Optional<Claim> claim(Duration timeout) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    long pause = SHORTEST_PAUSE_NANOS;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (true) {
      requireOpen();
      if (part == null || isOver(part.participant())) {
        return Optional.empty();
      }
      long begin = System.nanoTime();
      Claim claim = claimOne(part);
      if (claim != null) {
        return Optional.of(claim);
      }
      FillProgress counts = progress();
      if (counts.isComplete()) {
        part.participant().publish(Deadline.in(DEFAULT_TIMEOUT));
        return Optional.empty();
      }
      if (counts.done() + counts.poisoned() == counts.chunks() || deadline.hasPassed()) {
        return Optional.empty();
      }
      // Scanning a large ledger is slow: pause in proportion to the scan, so that waiting needs
      // little CPU time.
      deadline.sleep(Math.max(pause, LOOK_SHARE * (System.nanoTime() - begin)));
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private @Nullable Claim claimOne(Part taker) throws IOException, InterruptedException {
    ClaimedChunk taken = taker.claiming().take(Deadline.in(DEFAULT_TIMEOUT));
    if (taken == null) {
      return null;
    }
    try {
      Box box = partition.box(taken.chunk());
      NdView<?> region = data.region(box);
      if (taken.word().epoch() == 1) {
        taker.participant().file().populate(data, region);
      }
      return new Claim(taker.committing(), claims, taken, box, region);
    } catch (Throwable e) {
      // Nothing else would release the chunk before this participant leaves.
      try {
        taker.committing().release(taken);
      } catch (MappingFaultException fault) {
        e.addSuppressed(fault);
      }
      throw e;
    }
  }

  /// Whether nothing is left to claim because the array was published.
  private boolean isOver(Participant participant) {
    participant.requireNotAborted(path.toString());
    return participant.ledger().state() == Ledger.PUBLISHED;
  }

  /// Returns whether a chunk is done.
  ///
  /// @param chunk from 0 to [#chunks] - 1
  /// @return whether it is done; once true, it stays true
  /// @throws IndexOutOfBoundsException if there is no such chunk
  public boolean isDone(long chunk) {
    requireOpen();
    var _ = Objects.checkIndex(chunk, chunks());
    return part == null
        || ChunkWord.state(part.participant().ledger().word(chunk)) == ChunkState.DONE;
  }

  /// Returns a view of a chunk that is done, for chunks whose values depend on other chunks.
  ///
  /// @param chunk from 0 to [#chunks] - 1
  /// @return a read-only view, or empty if the chunk is not done
  /// @throws IndexOutOfBoundsException if there is no such chunk
  public Optional<NdView<?>> completed(long chunk) {
    if (!isDone(chunk)) {
      return Optional.empty();
    }
    NdView<?> region = data.region(partition.box(chunk));
    return Optional.of(
        NdView.of(
            region.segment().asReadOnly(), region.dtype(), region.strided(), region.backing()));
  }

  /// Returns the progress of the fill.
  ///
  /// @return counts of chunks, each as of some moment during the call
  public FillProgress progress() {
    requireOpen();
    return part == null
        ? new FillProgress(chunks(), chunks(), 0, 0)
        : part.participant().ledger().progress();
  }

  /// Waits until the array is complete and published. Does not fill chunks of dead participants;
  /// other participants must claim them.
  ///
  /// @param timeout the maximum time to wait
  /// @param watcher receives the progress: once at the beginning, then whenever more chunks are
  ///   done, at most twenty times per second
  /// @throws FillTimeoutException if the array is not complete after that time
  /// @throws FillException if all chunks that are left are poisoned; also as [#finish]
  /// @throws FileAlreadyExistsException if another file has the name
  /// @throws IOException if the array cannot be published
  /// @throws InterruptedException if the thread is interrupted
  public void awaitCompletion(Duration timeout, Consumer<FillProgress> watcher)
      throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(timeout);
    long reported = -1;
    while (true) {
      FillProgress counts = progress();
      if (counts.done() != reported) {
        reported = counts.done();
        watcher.accept(counts);
      }
      if (finish()) {
        return;
      }
      if (counts.poisoned() > 0 && counts.done() + counts.poisoned() == counts.chunks()) {
        throw new FillException(
            ("%s: %s of %s chunks failed too often, all others are done; ndmap fill "
                    + "status shows which and why")
                .formatted(path, counts.poisoned(), counts.chunks()));
      }
      if (deadline.hasPassed()) {
        throw new FillTimeoutException(
            "%s: %s of %s chunks are done after %s"
                .formatted(path, counts.done(), counts.chunks(), deadline.text()));
      }
      deadline.sleep(LONGEST_PAUSE_NANOS);
    }
  }

  /// Publishes the array under its name if all chunks are done and it is not published yet.
  ///
  /// @return whether the array is published
  /// @throws FileAlreadyExistsException if another file has the name
  /// @throws FillException if the ledger, or the array's file under its working name, was removed
  ///   or replaced
  /// @throws IOException if the files cannot be linked, removed or, in a durable fill, forced to
  ///   the disk
  /// @throws InterruptedException if the thread is interrupted
  public boolean finish() throws IOException, InterruptedException {
    requireOpen();
    if (part == null || isOver(part.participant())) {
      return true;
    }
    if (!progress().isComplete()) {
      return false;
    }
    part.participant().publish(Deadline.in(DEFAULT_TIMEOUT));
    return true;
  }

  /// Frees poisoned chunks and resets their counts of failures and of dead owners.
  ///
  /// @return the number of chunks freed; 0 also if the array was complete when it was opened
  /// @throws IOException if the mutex cannot be acquired
  /// @throws InterruptedException if the thread is interrupted
  public long retryPoisoned() throws IOException, InterruptedException {
    requireOpen();
    if (part == null) {
      return 0;
    }
    return part.participant().retryPoisoned(Deadline.in(DEFAULT_TIMEOUT));
  }

  /// Returns the array and its partition, for messages; also after closing.
  @Override
  public String toString() {
    return path + " in " + partition.describe();
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(path + ": this participant has left its fill");
    }
  }

  /// Closes open claims, and publishes the array if all chunks are done, unless another process
  /// owns the mutex. Then leaves the fill, and invalidates all views of chunks. Closing again does
  /// nothing.
  ///
  /// During the call, no other thread may use this fill or its claims.
  ///
  /// @throws IOException if a claim cannot be closed or the array cannot be published; the fill is
  ///   left nevertheless
  @Override
  public synchronized void close() throws IOException {
    if (!open) {
      return;
    }
    try (data) {
      if (part != null) {
        part.participant().leave(claims);
      }
    } finally {
      open = false;
    }
  }
}
