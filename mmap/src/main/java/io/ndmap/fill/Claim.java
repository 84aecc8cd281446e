package io.ndmap.fill;

import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.participant.ChunkCommitter;
import io.ndmap.layout.Box;
import io.ndmap.mmap.event.CommitEvent;
import io.ndmap.mmap.event.FileRecording;
import io.ndmap.nd.NdView;
import io.ndmap.npy.FillAbortedException;
import io.ndmap.op.MappingFaultException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;

/// A chunk that this process writes, until it is committed, released or abandoned.
///
/// ```java
/// for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
///   try (Claim claim = next.get()) {
///     claim.view(DoubleView.class).fill(1);
///     claim.commit();
///   }
/// }
/// ```
///
/// The initial contents are arbitrary, perhaps left by a dead process: write the whole chunk. No
/// other process can claim the chunk while the claim is open and this process lives. Closing a
/// claim without a commit releases the chunk, or abandons it if the disk failed to store its data.
///
/// **Errors.** Methods that end the claim throw [io.ndmap.npy.FillException] if this process does
/// not own the chunk any more, and [MappingFaultException] if the ledger was truncated.
///
/// **Threads.** Any thread may use a claim, and several threads may write to its view; all stores
/// must happen-before the commit. While a bulk operation on the view is running, [#commit] throws;
/// the other methods that end the claim wait for the operation. After the end of the claim, every
/// use of the view throws [io.ndmap.op.FileClosedException], except that a thread which is not
/// synchronized with the end may still store single elements for a moment; the caller must prevent
/// this.
public final class Claim implements Closeable {

  private final ChunkCommitter fill;
  private final Set<Claim> claims;
  private final ClaimedChunk claimed;
  private final Box box;
  private final ClaimBacking backing;
  private final NdView<?> view;
  private boolean open = true;

  /// Whether forcing the chunk's data to the disk has failed, so that the claim cannot be
  /// committed.
  private boolean spoilt;

  /// @param claims the open claims; this claim is added to them
  Claim(ChunkCommitter fill, Set<Claim> claims, ClaimedChunk claimed, Box box, NdView<?> region) {
    this.fill = fill;
    this.claims = claims;
    this.claimed = claimed;
    this.box = box;
    this.backing = new ClaimBacking(region.backing(), claimed.chunk());
    this.view = NdView.of(region.segment(), region.dtype(), region.strided(), backing);
    claims.add(this);
  }

  /// Returns the number of the chunk.
  ///
  /// @return from 0 to [SharedFill#chunks] - 1
  public long chunk() {
    return claimed.chunk();
  }

  /// Returns the box of the chunk in the array.
  ///
  /// @return the box
  public Box box() {
    return box;
  }

  /// Returns how often the chunk was abandoned before; [SharedFill#retryPoisoned] and
  /// [FillControl#recover] reset the count.
  ///
  /// @return the number of failures; 255 also stands for more
  public int failures() {
    return claimed.word().failures();
  }

  /// Returns how often an owner of the chunk has died; the count is reset as [#failures] is.
  ///
  /// @return the number of deaths; 255 also stands for more
  public int deaths() {
    return claimed.word().deaths();
  }

  /// Returns a writable view of the chunk; its element (0, …, 0) is the first of the box.
  ///
  /// @return a view of the chunk only
  public NdView<?> view() {
    return view;
  }

  /// Returns the chunk as a writable view of the given class.
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return a view of the chunk only
  /// @throws DTypeException if the dtype has another view class; the message names both classes
  public <V extends NdView<V>> V view(Class<V> viewClass) {
    return view.as(viewClass);
  }

  /// Marks the chunk as DONE, permanently. The whole chunk must have been written before. In a
  /// durable fill its data are on the disk when this method returns.
  ///
  /// @throws MappingFaultException if the array's file was truncated: the chunk is not DONE, and
  ///   the claim remains; or if the ledger was truncated
  /// @throws IOException if the disk failed to store the data of a durable fill; the chunk is not
  ///   DONE and this claim cannot commit it any more, because success of a later attempt would not
  ///   prove that these data are on the disk. Also if the disk failed to store the DONE state: the
  ///   claim has ended, but after a crash of the system the chunk may be claimed again
  /// @throws FillAbortedException if the fill was aborted, because the array was removed
  /// @throws IllegalStateException if a bulk operation on the view is still running: the chunk is
  ///   not DONE, and the claim remains. Or if the claim has ended, or cannot commit after an
  ///   earlier `IOException`
  public synchronized void commit() throws IOException {
    CommitEvent event = FileRecording.commit();
    requireOpen();
    if (spoilt) {
      throw new IllegalStateException(
          backing.name()
              + ": cannot be committed, because the disk failed to store its data; release or"
              + " abandon the claim");
    }
    backing.requireFree();
    try {
      fill.requireWritten(backing);
      force();
      fill.done(claimed);
    } catch (Throwable e) {
      backing.goOn();
      throw e;
    }
    backing.end();
    end();
    fill.noteCommit(claimed.chunk(), event);
  }

  /// Releases the chunk, so that any participant can claim it. Does nothing if the claim has ended.
  ///
  /// @throws IOException never at present
  public synchronized void release() throws IOException {
    if (open) {
      // End all access before another participant can claim the chunk.
      backing.end();
      try {
        fill.release(claimed);
      } finally {
        end();
      }
    }
  }

  /// Abandons the chunk because it cannot be computed. After
  /// [io.ndmap.fill.model.FillSpec#maxFailures] failures (unless that is 0) the chunk is
  /// *poisoned*: it is not claimed again, so that participants do not fail on it forever.
  ///
  /// @param reason the reason, which [io.ndmap.fill.model.PoisonedChunk#reason] reports
  /// @throws IOException if the reason cannot be logged; the chunk is abandoned nevertheless
  /// @throws IllegalStateException if the claim has ended
  /// @throws NullPointerException if the reason is null; the chunk is not abandoned, and the claim
  ///   remains
  public synchronized void abandon(String reason) throws IOException {
    // Checked before anything is stored: a caller's mistake is not a failure of the chunk.
    var _ = Objects.requireNonNull(reason, "reason");
    requireOpen();
    try {
      backing.end();
      fill.noteFailure(claimed, reason);
    } finally {
      try {
        fill.fail(claimed);
      } finally {
        end();
      }
    }
  }

  /// Releases the chunk, unless the claim has ended. If the disk failed to store the chunk's data,
  /// abandons the chunk instead.
  ///
  /// @throws IOException if the chunk is abandoned and the reason cannot be logged
  @Override
  public synchronized void close() throws IOException {
    if (open && spoilt) {
      abandon("the disk failed to store what was written");
    }
    release();
  }

  /// Returns the array, the number of the chunk and its box, for messages.
  @Override
  public String toString() {
    return backing.name() + " " + box;
  }

  private void force() throws IOException {
    try {
      fill.force(view);
    } catch (IOException | RuntimeException e) {
      spoilt = true;
      throw e;
    }
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(backing.name() + ": the claim has ended");
    }
  }

  private void end() {
    open = false;
    claims.remove(this);
  }
}
