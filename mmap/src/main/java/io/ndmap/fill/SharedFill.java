package io.ndmap.fill;

import io.ndmap.dtype.DTypeException;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.Box;
import io.ndmap.nd.MappingFaultException;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Partition;
import io.ndmap.nd.Shape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One array that several processes fill, each chunk by chunk, on one machine: Java ones by this
/// class, Python ones by `ndmap_fill`, any number of them, which may come, go and be killed at any
/// time. docs/fill-protocol.md says how it works and what is promised.
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
/// While it is filled the array is in `x.npy.filling`, beside it are `x.npy.claims` and
/// `x.npy.lock`. When every chunk is done, whoever finds that out gives the array its name, and
/// `x.npy` alone remains.
///
/// **Threads.** It may be used by many threads at once. Methods that wait throw
/// [InterruptedException] when their thread is interrupted, and then have done nothing.
public final class SharedFill implements AutoCloseable {

  /// How long is waited for other processes unless the caller says otherwise.
  public static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final byte[] ZEROS = new byte[1 << 18];
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final FillFiles files;
  private final FillSpec spec;
  private final NpyFile data;
  private final Partition partition;
  private final Entrance.@Nullable Membership membership;
  // Not a channel, which an interrupt of any thread that asks for the size would close for all.
  private final RandomAccessFile file;
  private final long fileBytes;
  private final Consumer<FillStep> progress;
  private final Set<Claim> claims = ConcurrentHashMap.newKeySet();
  private final AtomicLong committed = new AtomicLong();
  // Where the search for a free chunk begins; written by who holds the mutex.
  private volatile long cursor;
  private volatile boolean open = true;

  private SharedFill(FillFiles files, Entrance.Entered entered, Consumer<FillStep> progress)
      throws IOException {
    this.files = files;
    this.spec = entered.spec();
    this.data = entered.data();
    this.membership = entered.membership();
    this.progress = progress;
    this.partition = Partition.chunks(spec.shape(), spec.order(), requireChunkShape(spec));
    this.fileBytes = data.header().dataOffset() + data.header().dataBytes();
    this.file = new RandomAccessFile(data.path().toFile(), membership == null ? "r" : "rw");
    if (membership != null && partition.count() > 0) {
      // Far from the others, so that neighbours do not share pages all the time.
      long part = Math.max(1, partition.count() / 16);
      this.cursor = membership.slot() % 16 * part % partition.count();
    }
  }

  private static Shape requireChunkShape(FillSpec spec) {
    Shape chunk = spec.chunkShape();
    if (chunk == null) {
      throw new AssertionError("whoever enters knows the chunks");
    }
    return chunk;
  }

  /// Begins a fill, or joins the one that has begun, or finds it complete. Several at once may do
  /// so: one creates, the others join. Waits for one minute at most.
  ///
  /// @param path the array, on the default file system, in a directory that exists
  /// @param spec what is filled, and how
  /// @return the fill, of which this process is a participant
  /// @throws IOException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws FillException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill createOrJoin(Path path, FillSpec spec)
      throws IOException, InterruptedException {
    return createOrJoin(path, spec, PATIENCE);
  }

  /// Begins a fill, or joins the one that has begun, or finds it complete.
  ///
  /// @param path the array, on the default file system, in a directory that exists
  /// @param spec what is filled, and how
  /// @param patience how long to wait for one that is just creating it
  /// @return the fill, of which this process is a participant
  /// @throws FillMismatchException if there is a fill or an array of another dtype, shape or order,
  ///   with other chunks, limits or another mode; or the ledger belongs to another array
  /// @throws FillTimeoutException if another process is at it for too long
  /// @throws IllegalArgumentException if the array's name is so long that those of the fill's other
  ///   files are longer than 255 bytes; a complete array may have such a name
  /// @throws FillException if there is a working file without a ledger, the ledger is damaged, or a
  ///   process takes part whose lock file was removed
  /// @throws IOException if the files cannot be created, for instance because the disk is full;
  ///   then nothing is left behind
  /// @throws DTypeException if the items are Python objects
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill createOrJoin(Path path, FillSpec spec, Duration patience)
      throws IOException, InterruptedException {
    return enter(path, spec, patience, _ -> {});
  }

  /// Joins a fill that somebody else begins, or finds it complete.
  ///
  /// @param path the array, on the default file system
  /// @param patience how long to wait for one who begins
  /// @return the fill, of which this process is a participant
  /// @throws FillTimeoutException if nobody has begun within that time
  /// @throws IllegalArgumentException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws FillException as [#createOrJoin(Path, FillSpec, Duration)]
  /// @throws IOException if the files cannot be opened
  /// @throws InterruptedException if the thread is interrupted
  public static SharedFill join(Path path, Duration patience)
      throws IOException, InterruptedException {
    return enter(path, null, patience, _ -> {});
  }

  /// @param progress told each step; for tests
  static SharedFill enter(
      Path path, @Nullable FillSpec spec, Duration patience, Consumer<FillStep> progress)
      throws IOException, InterruptedException {
    FillFiles files = FillFiles.of(path);
    Entrance.Entered entered = new Entrance(files, spec, progress).enter(Deadline.in(patience));
    try {
      return new SharedFill(files, entered, progress);
    } catch (Throwable e) {
      entered.data().close();
      Entrance.Membership member = entered.membership();
      if (member != null) {
        member.ledger().setLeft(member.slot());
        member.mutex().close();
        member.ledger().close();
      }
      throw e;
    }
  }

  /// The array's own name.
  ///
  /// @return the path that was given
  public Path path() {
    return files.array();
  }

  /// What is filled, with the chunks that were agreed on.
  ///
  /// @return the specification; that of a fast fill if the array was complete already
  public FillSpec spec() {
    return spec;
  }

  /// How the array is cut: chunk `k` is box `k`.
  ///
  /// @return the partition into chunks
  public Partition partition() {
    return partition;
  }

  /// The number of chunks.
  ///
  /// @return 0 if the array has no items
  public long chunks() {
    return partition.count();
  }

  /// The slot of this process, by which [FillStatus] and [FillControl#evict] name it.
  ///
  /// @return -1 if the array was complete when it was opened
  public int slot() {
    return membership == null ? -1 : membership.slot();
  }

  int maxFailures() {
    return spec.maxFailures();
  }

  /// Claims a chunk; waits as long as all that are left are others', who may die.
  ///
  /// @return a chunk, or nothing if none is left: then the array is complete and has its name,
  ///   unless chunks are poisoned ([#progress] tells)
  /// @throws IOException as [#claim(Duration)]
  /// @throws FillException as [#claim(Duration)]
  /// @throws InterruptedException if the thread is interrupted
  public Optional<Claim> claim() throws IOException, InterruptedException {
    return claim(FOR_EVER);
  }

  /// Claims a chunk.
  ///
  /// @param patience how long to wait while all that are left are others'; with zero, not at all
  /// @return a chunk, or nothing if none is left or none could be had in that time
  /// @throws FillAbortedException if the fill was given up
  /// @throws FillTimeoutException if another process has held the mutex for a minute
  /// @throws FileAlreadyExistsException if the array is complete, and its name is another file's
  /// @throws IOException if the array cannot be published
  /// @throws MappingFaultException if the ledger was truncated
  /// @throws IllegalStateException if this is closed
  /// @throws InterruptedException if the thread is interrupted
  public Optional<Claim> claim(Duration patience) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(patience);
    long pause = SHORTEST_PAUSE_NANOS;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (true) {
      requireOpen();
      if (membership == null || isOver(membership)) {
        return Optional.empty();
      }
      Claim claim = claimOne(membership);
      if (claim != null) {
        return Optional.of(claim);
      }
      FillProgress counts = progress();
      if (counts.isComplete()) {
        publish(membership);
        return Optional.empty();
      }
      if (counts.done() + counts.poisoned() == counts.chunks() || deadline.hasPassed()) {
        return Optional.empty();
      }
      deadline.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private @Nullable Claim claimOne(Entrance.Membership member)
      throws IOException, InterruptedException {
    Ledger ledger = member.ledger();
    // Looked for beforehand, so that who waits for others does not keep them from the mutex.
    long chunk = findFree(ledger, cursor);
    BitSet owners = chunk < 0 ? ledger.owners() : new BitSet();
    owners.clear(member.slot());
    if (chunk < 0 && owners.isEmpty()) {
      return null;
    }
    ChunkWord word;
    member.mutex().lock(Deadline.in(PATIENCE));
    try {
      if (chunk < 0 && new Members(ledger, member.mutex()).reclaimDead(owners) == 0) {
        return null;
      }
      chunk = findFree(ledger, chunk < 0 ? cursor : chunk);
      if (chunk < 0) {
        return null;
      }
      word = ChunkWord.of(ledger.word(chunk)).claimedBy(member.slot());
      ledger.setWord(chunk, word);
      cursor = chunk + 1 == chunks() ? 0 : chunk + 1;
      progress.accept(FillStep.CLAIMED);
    } finally {
      member.mutex().unlock();
    }
    Box box = partition.box(chunk);
    Claim claim = new Claim(this, chunk, word, box, data.region(box));
    claims.add(claim);
    if (word.epoch() == 1) {
      try {
        bringIn(data.region(box));
      } catch (IOException | RuntimeException e) {
        claim.release();
        throw e;
      }
    }
    return claim;
  }

  /// Writes zeros into a chunk that nobody has claimed before, by calls: the pages that these make
  /// are taken by the mapping as they are, where storing into reserved space that was never written
  /// costs a fault with a change of the file system's tables for each page (0.3 s a GiB instead of
  /// 0.5 to 2.9). And a disk that cannot take them says so, instead of a fault.
  private void bringIn(NdView<?> region) throws IOException {
    long bytes = region.segment().byteSize();
    if (bytes != region.itemCount() * region.dtype().itemsize()) {
      // There are items of others in between.
      return;
    }
    long from =
        data.header().dataOffset() + (region.segment().address() - data.view().segment().address());
    synchronized (file) {
      // A file that was truncated would be made longer again, and nobody would notice.
      requireSize(data.path().toString());
      file.seek(from);
      for (long done = 0; done < bytes; done += ZEROS.length) {
        file.write(ZEROS, 0, (int) Math.min(ZEROS.length, bytes - done));
      }
    }
  }

  private long findFree(Ledger ledger, long from) {
    long found = ledger.find(ChunkState.FREE, from, chunks());
    return found >= 0 ? found : ledger.find(ChunkState.FREE, 0, from);
  }

  /// Whether there is nothing left to claim because the array was published.
  private boolean isOver(Entrance.Membership member) {
    long state = member.ledger().state();
    if (state == Ledger.ABORTED) {
      throw new FillAbortedException(files.array() + ": its fill was aborted");
    }
    return state == Ledger.PUBLISHED;
  }

  // ---- what claims need

  /// Brings out late faults, and makes sure that what was written is in a file that is whole.
  void requireWritten(ClaimBacking backing) throws IOException {
    requireOpen();
    Entrance.Membership member = requireMembership();
    try {
      backing.barrier();
    } catch (InternalError e) {
      throw new MappingFaultException(backing.name(), e);
    }
    requireSize(backing.name());
    member.mutex().requireSlot(member.slot());
  }

  private void requireSize(String name) throws IOException {
    long size = file.length();
    if (size < fileBytes) {
      throw new MappingFaultException(
          name,
          new IOException("the file has " + size + " bytes, its array reaches to " + fileBytes));
    }
  }

  /// Has a chunk on the disk, in a durable fill.
  void force(NdView<?> view) throws IOException {
    if (spec.durable() && view.segment().byteSize() > 0) {
      try {
        view.segment().force();
      } catch (UncheckedIOException e) {
        throw new IOException(
            data.path() + ": the disk did not take what was written: " + e.getMessage(), e);
      }
    }
    progress.accept(FillStep.WRITTEN);
  }

  /// Ends a claim by its new word, which nobody else may write as long as this process lives.
  void end(Claim claim, ChunkWord word) throws IOException {
    requireOpen();
    Entrance.Membership member = requireMembership();
    Ledger ledger = member.ledger();
    if (ledger.word(claim.chunk()) != claim.word().bits()) {
      throw new FillException(
          files.array()
              + ": chunk "
              + claim.chunk()
              + " is not this process's any more: the ledger says "
              + ChunkWord.of(ledger.word(claim.chunk())));
    }
    ledger.setWord(claim.chunk(), word);
    claims.remove(claim);
  }

  /// What follows when a chunk is DONE.
  void noteCommit(long chunk) throws IOException {
    Entrance.Membership member = requireMembership();
    progress.accept(FillStep.DONE);
    member
        .ledger()
        .setCommitted(member.slot(), committed.incrementAndGet(), System.currentTimeMillis());
    if (spec.durable()) {
      member.ledger().force(chunk);
    }
  }

  void noteFailure(Claim claim, String reason) throws IOException {
    new Reasons(files.reasons()).add(claim.chunk(), claim.word(), reason);
  }

  // ---- reading what is done

  /// Whether a chunk is done.
  ///
  /// @param chunk from 0 to [#chunks] - 1
  /// @return true for ever after
  /// @throws IndexOutOfBoundsException if there is no such chunk
  public boolean isDone(long chunk) {
    requireOpen();
    var _ = Objects.checkIndex(chunk, chunks());
    return membership == null
        || ChunkWord.state(membership.ledger().word(chunk)) == ChunkState.DONE;
  }

  /// A chunk that is done, for values that depend on those of other chunks.
  ///
  /// @param chunk from 0 to [#chunks] - 1
  /// @return a read-only view, or nothing if the chunk is not done
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

  /// How far the fill is.
  ///
  /// @return counts of chunks, each as it was at some moment during the call
  public FillProgress progress() {
    requireOpen();
    return membership == null
        ? new FillProgress(chunks(), chunks(), 0, 0)
        : membership.ledger().progress();
  }

  /// Waits until the array is complete and has its name; chunks of the dead are left to those who
  /// claim.
  ///
  /// @param patience how long to wait
  /// @param watcher told how far the fill is, at first and whenever a chunk was done, at most
  ///   twenty times a second
  /// @throws FillTimeoutException if it is not complete by then
  /// @throws FillException if nothing but poisoned chunks is left
  /// @throws FillAbortedException if the fill was given up
  /// @throws IOException if the array cannot be published
  /// @throws InterruptedException if the thread is interrupted
  public void awaitCompletion(Duration patience, Consumer<FillProgress> watcher)
      throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(patience);
    long told = -1;
    while (true) {
      FillProgress counts = progress();
      if (counts.done() != told) {
        told = counts.done();
        watcher.accept(counts);
      }
      if (finish()) {
        return;
      }
      if (counts.poisoned() > 0 && counts.done() + counts.poisoned() == counts.chunks()) {
        throw new FillException(
            files.array()
                + ": "
                + counts.poisoned()
                + " of "
                + counts.chunks()
                + " chunks were given up too often, all others are done; ndmap fill status tells"
                + " which and why");
      }
      if (deadline.hasPassed()) {
        throw new FillTimeoutException(
            files.array()
                + ": "
                + counts.done()
                + " of "
                + counts.chunks()
                + " chunks are done after "
                + deadline.text());
      }
      deadline.sleep(LONGEST_PAUSE_NANOS);
    }
  }

  /// Gives the array its name if all chunks are done and nobody has done so.
  ///
  /// @return whether the array has its name
  /// @throws FileAlreadyExistsException if the name is another file's
  /// @throws FillAbortedException if the fill was given up
  /// @throws IOException if the files cannot be named or removed
  /// @throws InterruptedException if the thread is interrupted
  public boolean finish() throws IOException, InterruptedException {
    requireOpen();
    if (membership == null || isOver(membership)) {
      return true;
    }
    if (!progress().isComplete()) {
      return false;
    }
    publish(membership);
    return true;
  }

  private void publish(Entrance.Membership member) throws IOException, InterruptedException {
    member.mutex().lock(Deadline.in(PATIENCE));
    try {
      // Somebody else may have done so meanwhile.
      if (member.ledger().state() == Ledger.FILLING) {
        requireNamed(member);
        new Publication(files, progress).run(member.ledger());
      }
    } finally {
      member.mutex().unlock();
    }
  }

  /// The lock file goes last, and after the state was set: who removed it was none of us, and the
  /// names may be those of another fill by now.
  private void requireNamed(Entrance.Membership member) throws IOException {
    if (!isNamed(member)) {
      throw new FillException(
          files.array()
              + ": its ledger or lock file was removed or replaced by somebody while it was"
              + " filled");
    }
  }

  private static boolean isNamed(Entrance.Membership member) throws IOException {
    return member.mutex().isNamed() && member.ledger().isNamed();
  }

  /// Makes poisoned chunks free again, their failures and deaths forgotten.
  ///
  /// @return how many
  /// @throws IOException if the mutex cannot be had
  /// @throws InterruptedException if the thread is interrupted
  public long retryPoisoned() throws IOException, InterruptedException {
    requireOpen();
    if (membership == null) {
      return 0;
    }
    Ledger ledger = membership.ledger();
    membership.mutex().lock(Deadline.in(PATIENCE));
    try {
      long count = 0;
      for (long chunk = ledger.find(ChunkState.POISONED, 0, chunks());
          chunk >= 0;
          chunk = ledger.find(ChunkState.POISONED, chunk + 1, chunks())) {
        ledger.setWord(chunk, ChunkWord.of(ledger.word(chunk)).freed());
        count++;
      }
      return count;
    } finally {
      membership.mutex().unlock();
    }
  }

  private Entrance.Membership requireMembership() {
    if (membership == null) {
      throw new AssertionError("nobody claims a chunk of a complete array");
    }
    return membership;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(files.array() + ": this participant has left its fill");
    }
  }

  /// Leaves the fill: claims that are open are released, views of chunks are not usable any more.
  /// If all chunks are done, the array gets its name first, unless somebody else holds the mutex.
  /// Closing again does nothing.
  ///
  /// No other thread may be at work with this or its claims.
  ///
  /// @throws IOException if the ledger or the array's name cannot be written
  @Override
  public synchronized void close() throws IOException {
    if (!open) {
      return;
    }
    try (data;
        file) {
      if (membership != null) {
        leave(membership);
      }
    } finally {
      open = false;
    }
  }

  private void leave(Entrance.Membership member) throws IOException {
    try (Ledger ledger = member.ledger();
        Mutex mutex = member.mutex()) {
      try {
        releaseAll(member);
        if (mutex.tryLock()) {
          try {
            tidy(member);
          } finally {
            mutex.unlock();
          }
        }
      } finally {
        ledger.setLeft(member.slot());
      }
    }
  }

  /// Releases what is claimed, whatever fails, and also what a claim was begun for that never came
  /// to be.
  private void releaseAll(Entrance.Membership member) throws IOException {
    IOException failure = null;
    for (Claim claim : claims) {
      try {
        claim.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    Ledger ledger = member.ledger();
    for (long chunk = ledger.find(ChunkState.CLAIMED, 0, chunks());
        chunk >= 0;
        chunk = ledger.find(ChunkState.CLAIMED, chunk + 1, chunks())) {
      ChunkWord word = ChunkWord.of(ledger.word(chunk));
      if (word.state() == ChunkState.CLAIMED && word.slot() == member.slot()) {
        ledger.setWord(chunk, word.released());
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /// Publishes a complete array, and removes what somebody has left who was killed while doing so.
  private void tidy(Entrance.Membership member) throws IOException {
    long state = member.ledger().state();
    if (state == Ledger.ABORTED || !isNamed(member)) {
      return;
    }
    Publication publication = new Publication(files, progress);
    if (state == Ledger.PUBLISHED) {
      publication.finish(member.ledger().header());
    } else if (progress().isComplete()) {
      publication.run(member.ledger());
    }
  }
}
