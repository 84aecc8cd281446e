package io.ndmap.sync;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.op.OperationInterruptedException;
import io.ndmap.op.PublicationTimeoutException;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A region of an array that one writer updates and many readers read, in any number of processes,
/// without locks and without torn reads.
///
/// Each region has a *sequence word*, an aligned element of eight bytes, which is even while the
/// region is consistent and odd during an update (a seqlock). A reader copies the region to its own
/// memory. It keeps the copy only if the word was even before the copy and has the same value
/// afterwards; otherwise it tries again. The **version** of a region is half of its word, rounded
/// down: the number of publications so far.
///
/// ```java
/// // a table with a row for each instrument, and a column with a word for each row
/// var cell = PublicationCell.of(table.view().index(0, row), words.view(LongView.class), row);
/// cell.publish(newRow);                        // the process that writes
/// long version = cell.read(myRow);             // any process that reads
/// version = cell.readIfNewer(version, myRow);  // the same later
/// ```
///
/// **One writer.** At any time at most one thread of one process may update a region; the
/// application decides which. A second writer is sometimes detected (`IllegalStateException`), but
/// not always.
///
/// **Readers** never block the writer. During an update a reader first spins, then yields, then
/// sleeps for a millisecond at a time, and gives up after a number of attempts ([#withAttempts]):
/// by default after about a second. A writer that publishes without pauses leaves readers little
/// time to copy; cells suit regions of a few KiB, published a few thousand times a second.
///
/// **A writer that dies** during an update (or whose [#update] or [#publish] fails after it has
/// begun to store) leaves the word odd: readers then end with [PublicationTimeoutException] until
/// the next update, by the next writer, has made the region consistent. The next writer must write
/// the whole region, because it is unknown which parts of it the dead writer has changed.
///
/// Adjacent words share a cache line. If many regions are updated often, it is faster to give each
/// word 64 bytes: one column of an array of shape `(n, 8)`. Immutable and thread-safe; each thread
/// reads into its own memory.
///
/// @param <V> the region's view
public final class PublicationCell<V extends NdView<?>> {

  /// The default number of attempts of a reader, which take about a second if an update does not
  /// end.
  public static final int DEFAULT_ATTEMPTS = 1300;

  private static final long[] SCALAR = {};

  private final V region;
  private final LongView word;
  private final SharedLongs sequence;
  private final @Nullable AtomicLongs writableSequence;
  private final String description;
  private final int attempts;

  private PublicationCell(
      V region,
      LongView word,
      SharedLongs sequence,
      @Nullable AtomicLongs writableSequence,
      String description,
      int attempts) {
    this.region = region;
    this.word = word;
    this.sequence = sequence;
    this.writableSequence = writableSequence;
    this.description = description;
    this.attempts = attempts;
  }

  /// Returns the cell of a region and its sequence word. Both are views of shared memory; if one of
  /// them is read-only, the cell can only be read.
  ///
  /// @param region the memory that is published, such as a row; it may have any dtype and strides
  /// @param sequences an array that contains the word. The word must not be part of the region, and
  ///   must be 0 before its first use
  /// @param index the position of the word, one index for each axis of `sequences`
  /// @param <V> the region's view
  /// @return the cell
  /// @throws IndexOutOfBoundsException if an index is outside its axis
  /// @throws IllegalArgumentException if the numbers of indices and axes differ, if the address of
  ///   the word is not a multiple of 8, if the word is in a Java array, or if the word lies inside
  ///   a contiguous region
  /// @throws FileClosedException if the file of the word, or of a contiguous region, is closed
  public static <V extends NdView<?>> PublicationCell<V> of(
      V region, LongView sequences, long... index) {
    // Rejects negative indices, because `LongView.index` below counts negative indices from the
    // end.
    var _ = sequences.strided().offsetOf(index);
    LongView word = sequences;
    for (long position : index) {
      word = word.index(0, position);
    }
    SharedLongs sequence = SharedLongs.of(word);
    requireApart(region, word);
    return new PublicationCell<>(
        region,
        word,
        sequence,
        word.isReadOnly() ? null : AtomicLongs.of(word),
        description(region, word),
        DEFAULT_ATTEMPTS);
  }

  private static void requireApart(NdView<?> region, LongView word) {
    // The word may lie in a gap of a region with gaps, such as a field of records.
    if (region.isContiguous(Order.C) || region.isContiguous(Order.F)) {
      MemorySegment bytes =
          region
              .segment()
              .asSlice(region.strided().offset(), region.itemCount() * region.dtype().itemsize());
      MemorySegment item = word.segment().asSlice(word.strided().offset(), Long.BYTES);
      if (bytes.asOverlappingSlice(item).isPresent()) {
        throw new IllegalArgumentException(
            "%s: the sequence word at byte %s is a part of the region that it guards"
                .formatted(word.backing().name(), word.strided().offset()));
      }
    }
  }

  private static String description(NdView<?> region, LongView word) {
    return region.backing().name()
        + ": the region of "
        + region.dtype()
        + " "
        + region.shape()
        + " at byte "
        + region.strided().offset()
        + ", with its sequence word at byte "
        + word.strided().offset()
        + (word.backing().name().equals(region.backing().name())
            ? ""
            : " of " + word.backing().name());
  }

  /// Returns the same cell with another number of attempts.
  ///
  /// @param count the number of attempts of a reader: it spins after each of the first 200
  ///   attempts, yields after the next 100, and sleeps a millisecond after each further attempt
  /// @return a cell of the same memory
  /// @throws IllegalArgumentException if `count < 1`
  public PublicationCell<V> withAttempts(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a reader needs 1 attempt or more, found " + count);
    }
    return new PublicationCell<>(region, word, sequence, writableSequence, description, count);
  }

  /// Returns the last published version of the region. The next update may already have begun.
  ///
  /// @return the number of publications
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws FileClosedException if the file of the word is closed
  public long version() {
    try {
      long now = sequence.getAcquire(SCALAR);
      word.backing().barrier();
      return now >>> 1;
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  // ---- readers

  /// Copies one consistent version of the region.
  ///
  /// @param target memory that no other thread uses, with the region's shape and, apart from byte
  ///   order, the region's dtype. The contents of the target are undefined after an exception
  /// @return the version
  /// @throws PublicationTimeoutException if no attempt found a consistent version
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws DTypeException if the dtypes differ
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted while it sleeps or copies
  /// @throws FileClosedException if one of the files is closed
  public long read(NdView<?> target) {
    requireFits(target);
    try {
      long first = sequence.getAcquire(SCALAR);
      long before = first;
      for (int attempt = 1; ; attempt++) {
        if (isWhole(before) && copied(before, target)) {
          return before >>> 1;
        }
        long last = sequence.getAcquire(SCALAR);
        if (attempt == attempts) {
          word.backing().barrier();
          throw timeout(first, last);
        }
        Backoff.pause(attempt);
        before = sequence.getAcquire(SCALAR);
      }
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  /// Copies one consistent version of the region, unless the region still has the version that the
  /// caller knows. An update that has not ended does not count as a new version.
  ///
  /// @param version the version that the caller knows, the result of an earlier call; -1 if none
  /// @param target as for [#read]; neither checked nor written if the version is unchanged
  /// @return the version that was copied, or `version` if nothing was copied
  /// @throws PublicationTimeoutException if there is another version, but no attempt found it
  ///   consistent
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws DTypeException if the dtypes differ
  /// @throws ReadOnlyViewException if the target is read-only
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted while it sleeps or copies
  /// @throws FileClosedException if one of the files is closed
  public long readIfNewer(long version, NdView<?> target) {
    return version() == version ? version : read(target);
  }

  /// Copies the region. Returns false if the copy may be a mixture of versions.
  ///
  /// The copy consists of plain reads, which race with the writer's plain stores; the copy is
  /// discarded unless no store interfered. If the copy contains a store of a later update, the word
  /// differs after the copy: the writer stored the odd word before this store (its full fence), and
  /// the reader reads the word after the copy (the acquire fence). The copy cannot miss a store of
  /// the version that the even word states: the writer released the even word after all stores of
  /// this version, and the reader acquired the word before the copy.
  private boolean copied(long before, NdView<?> target) {
    // `copyTo` returns only after a fault in the region would have been raised.
    region.copyTo(target);
    VarHandle.acquireFence();
    boolean same = sequence.getAcquire(SCALAR) == before;
    // The word may be in another file. A fault there may also be raised late.
    word.backing().barrier();
    return same;
  }

  private static boolean isWhole(long sequence) {
    return (sequence & 1) == 0;
  }

  private PublicationTimeoutException timeout(long first, long last) {
    String reason =
        first == last && !isWhole(last)
            ? ("stayed at %s, in the middle of an update: its writer died, is stopped or takes"
                    + " long; the next update makes the region whole again")
                .formatted(last)
            : "went from %s to %s%s: the writer publishes faster than the region can be copied%s"
                .formatted(
                    first,
                    last,
                    isWhole(last) ? "" : ", which is in the middle of an update",
                    isWhole(last) ? "" : ", or has died");
    return new PublicationTimeoutException(
        "%s, was not whole in %s%s; the word %s"
            .formatted(description, attempts, attempts == 1 ? " attempt" : " attempts", reason),
        last);
  }

  // ---- the writer

  /// Copies an array into the region and publishes it. If the copy fails after it has begun, the
  /// region is left in the middle of an update.
  ///
  /// @param source the array, with the region's shape and, apart from byte order, the region's
  ///   dtype
  /// @return the new version
  /// @throws IllegalArgumentException if the shapes differ; the region is as before
  /// @throws DTypeException if the dtypes differ; the region is as before
  /// @throws ReadOnlyViewException if the region or the word is read-only; the region is as before
  /// @throws MappingFaultException if the memory cannot be accessed
  /// @throws OperationInterruptedException if the thread is interrupted while it copies
  /// @throws io.ndmap.op.OverlapException if the array shares bytes with the region and would have
  ///   to be copied first, but is too large; the region is left in the middle of an update
  /// @throws FileClosedException if one of the files is closed
  /// @throws IllegalStateException if it is detected that another writer updated the region at the
  ///   same time
  public long publish(NdView<?> source) {
    if (!source.shape().equals(region.shape())) {
      throw new IllegalArgumentException(
          "cannot publish shape %s of %s in %s"
              .formatted(source.shape(), source.backing().name(), description));
    }
    requireSameItems(source);
    source.backing().requireInUse();
    return change(() -> source.copyTo(region));
  }

  // Copies an empty array, which makes all checks of a full copy. A copy that would fail must not
  // begin an update.
  private void requireSameItems(NdView<?> source) {
    if (!source.dtype().equals(region.dtype())) {
      nothing(source).copyTo(nothing(region));
    }
  }

  // Checks the target before the reader waits for a consistent version.
  private void requireFits(NdView<?> target) {
    if (!target.shape().equals(region.shape())) {
      region.copyTo(target);
    } else if (target.isReadOnly() || !target.dtype().equals(region.dtype())) {
      nothing(region).copyTo(nothing(target));
    }
  }

  private static NdView<?> nothing(NdView<?> view) {
    return view.newAxis(0).slice(0, 0, 0, 1);
  }

  /// Updates the region in place and publishes it.
  ///
  /// @param writer stores into its argument, the region's view; it must not store after it has
  ///   returned. If it throws, the region is left in the middle of an update, and the exception is
  ///   rethrown
  /// @return the new version
  /// @throws ReadOnlyViewException if the region or the word is read-only
  /// @throws MappingFaultException if the memory cannot be accessed; the region may then be in the
  ///   middle of an update
  /// @throws FileClosedException if one of the files is closed
  /// @throws IllegalStateException if it is detected that another writer updated the region at the
  ///   same time
  public long update(Consumer<? super V> writer) {
    return change(() -> writer.accept(region));
  }

  private long change(Runnable stores) {
    AtomicLongs own = requireWritable();
    // With a closed region, an update must not begin.
    region.backing().requireInUse();
    try {
      // The word is already odd if a writer has died during an update.
      long odd = own.getAcquire(SCALAR) | 1;
      own.setRelease(SCALAR, odd);
      // No store to the region may become visible before the odd word. A store fence would suffice
      // for ordinary stores, but large copies may use non-temporal stores, which on x86 only a full
      // fence orders.
      VarHandle.fullFence();
      stores.run();
      // A store that faulted must not be published.
      region.backing().barrier();
      long now = own.getAcquire(SCALAR);
      if (now != odd) {
        throw new IllegalStateException(
            "%s, has two writers: the word was %s when the update began, and is now %s"
                .formatted(description, odd, now));
      }
      own.setRelease(SCALAR, odd + 1);
      word.backing().barrier();
      return (odd + 1) >>> 1;
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  private AtomicLongs requireWritable() {
    AtomicLongs own = writableSequence;
    if (own == null) {
      throw new ReadOnlyViewException(word.backing());
    }
    if (region.isReadOnly()) {
      throw new ReadOnlyViewException(region.backing());
    }
    return own;
  }

  private MappingFaultException fault(InternalError error) {
    String name = region.backing().name();
    String other = word.backing().name();
    return new MappingFaultException(name.equals(other) ? name : name + " or " + other, error);
  }

  /// Describes the region and its word, for messages and logs.
  @Override
  public String toString() {
    return description;
  }
}
