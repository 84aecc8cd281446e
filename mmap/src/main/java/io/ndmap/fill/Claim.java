package io.ndmap.fill;

import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.ledger.ClaimedChunk;
import io.ndmap.fill.model.FillAbortedException;
import io.ndmap.fill.participant.ChunkCommitter;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.op.MappingFaultException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;

/// A chunk that is this process's to write, until it is committed, released or given up.
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
/// The chunk may hold anything at first, also what a dead process has written: all of it is to be
/// written. Nobody else gets it while this process lives. A claim that is closed without a commit
/// is released.
///
/// **Errors.** What ends the claim throws [io.ndmap.fill.model.FillException] if the chunk is not
/// this process's any more, and [MappingFaultException] if the ledger was truncated.
///
/// **Threads.** Any thread may use it, and several may write to its view, whose work must have been
/// handed over to the one that commits: [#commit] refuses while a bulk operation on the view is
/// running, all other ends of the claim wait for it. When the claim has ended, every later use of
/// the view is a [io.ndmap.op.FileClosedException]; a thread that stores single items and is not
/// ordered with the end may write on for a moment, which is the caller's to prevent.
public final class Claim implements Closeable {

  private final ChunkCommitter fill;
  private final Set<Claim> claims;
  private final ClaimedChunk claimed;
  private final Box box;
  private final ClaimBacking backing;
  private final NdView<?> view;
  private boolean open = true;
  private boolean spoilt;

  /// @param claims those that are open, of which this becomes one
  Claim(ChunkCommitter fill, Set<Claim> claims, ClaimedChunk claimed, Box box, NdView<?> region) {
    this.fill = fill;
    this.claims = claims;
    this.claimed = claimed;
    this.box = box;
    this.backing = new ClaimBacking(region.backing(), claimed.chunk());
    this.view = NdView.of(region.segment(), region.dtype(), region.strided(), backing);
    claims.add(this);
  }

  /// Which chunk it is.
  ///
  /// @return from 0 to [SharedFill#chunks] - 1
  public long chunk() {
    return claimed.chunk();
  }

  /// Where the chunk is in the array.
  ///
  /// @return its box
  public Box box() {
    return box;
  }

  /// How often the chunk was given up before.
  ///
  /// @return 0 at first
  public int failures() {
    return claimed.word().failures();
  }

  /// How often an owner of the chunk has died.
  ///
  /// @return 0 at first
  public int deaths() {
    return claimed.word().deaths();
  }

  /// The chunk, to be written; its item (0, …, 0) is the first of the box.
  ///
  /// @return a view that reaches nothing but the chunk
  public NdView<?> view() {
    return view;
  }

  /// The chunk by its leaf.
  ///
  /// @param leaf such as `DoubleView.class`
  /// @param <V> the leaf
  /// @return a view that reaches nothing but the chunk
  /// @throws DTypeException if the dtype has another leaf, naming both
  public <V extends NdView<V>> V view(Class<V> leaf) {
    return view.as(leaf);
  }

  /// Makes the chunk DONE, for ever: all of it has been written. In a durable fill it is on the
  /// disk when this returns.
  ///
  /// @throws MappingFaultException if the file was truncated; the chunk is not DONE, and the claim
  ///   remains
  /// @throws IOException if the disk did not take the data of a durable fill; the chunk is not DONE
  ///   and cannot be committed any more by this claim, as what is written later may cover up for
  ///   what was lost. Or, the claim having ended, if the disk did not take that the chunk is DONE:
  ///   after a crash of the system it may be claimed again
  /// @throws IllegalStateException if a bulk operation on the view is still running; the chunk is
  ///   not DONE, and the claim remains
  /// @throws FillAbortedException if the fill was given up, because somebody has removed the array
  /// @throws IllegalStateException if the claim has ended, or was spoilt by an earlier
  ///   `IOException`
  public synchronized void commit() throws IOException {
    requireOpen();
    if (spoilt) {
      throw new IllegalStateException(
          backing.name() + ": the disk has failed to take some of it; release it or give it up");
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
    end();
    fill.noteCommit(claimed.chunk());
  }

  /// Gives the chunk back, for anybody to claim. Does nothing if the claim has ended.
  ///
  /// @throws IOException not at present
  public synchronized void release() throws IOException {
    if (open) {
      // Before others may claim it.
      backing.end();
      fill.release(claimed);
      end();
    }
  }

  /// Gives the chunk up because it cannot be made: after some failures nobody gets it any more, so
  /// that others do not fail by it for ever.
  ///
  /// @param reason what is to be shown to people
  /// @throws IOException if the file of reasons cannot be written; the chunk is given up all the
  ///   same
  /// @throws IllegalStateException if the claim has ended
  /// @throws NullPointerException if there is no reason; the chunk is not given up, and the claim
  ///   remains
  public synchronized void abandon(String reason) throws IOException {
    // Before anything is stored: a caller's mistake is no failure of the chunk.
    var _ = Objects.requireNonNull(reason, "reason");
    requireOpen();
    try {
      backing.end();
      fill.noteFailure(claimed, reason);
    } finally {
      fill.fail(claimed);
      end();
    }
  }

  /// Releases the chunk, unless it was committed or given up; gives it up if the disk has failed to
  /// take it.
  ///
  /// @throws IOException if it is given up and the file of reasons cannot be written
  @Override
  public synchronized void close() throws IOException {
    if (open && spoilt) {
      abandon("the disk did not take what was written");
    }
    release();
  }

  /// Which chunk of which array it is, for messages.
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
    backing.end();
  }
}
