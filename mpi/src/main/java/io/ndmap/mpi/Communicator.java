package io.ndmap.mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.mpi.library.MpiCallException;
import io.ndmap.mpi.library.MpiLibrary;
import io.ndmap.mpi.library.MpiType;
import io.ndmap.nd.NdView;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The communicator of all ranks of an MPI program, `MPI_COMM_WORLD`, with collective operations on
/// typed views.
///
/// ```java
/// public static void main(String[] args) throws IOException {
///   try (Communicator comm = Communicator.world()) {
///     System.out.println("rank " + comm.rank() + " of " + comm.size());
///   }
/// }
/// ```
///
/// `mpirun -n 4 java …` starts four ranks; without `mpirun` there is one rank.
///
/// **Collective.** All ranks must call every method that communicates, in the same order and with
/// matching arguments (MPI 3.1, section 5.1); otherwise the program hangs, or MPI ends it.
///
/// **Which library.** The class loads the library that matches the `mpirun` which started this
/// process; it recognises this `mpirun` by environment variables. Without `mpirun`, it loads Open
/// MPI (such as `libmpi.so.40`) if it is installed, otherwise MPICH (such as `libmpich.so.12`). The
/// environment variable `NDMAP_MPI_LIBRARY` or the system property `ndmap.mpi.library` selects
/// another library, by name or path. A library that does not match the launcher is rejected,
/// because every process would be rank 0 of 1.
///
/// **The end.** [#close] only ends the use of this object. `MPI_Finalize` is called when the JVM
/// exits, so that a rank that leaves its `try` block by an exception does not wait there for the
/// other ranks. An exception that the thread of the first [#world] does not catch is printed with
/// the rank's number, and ends the whole job (`MPI_Abort`); if all ranks throw it, the rank in
/// which it originated prints it. A signal (TERM, INT, HUP) that ends one rank ends all ranks, with
/// exit code 128 plus the signal's number. If a rank has ended by [System#exit] or by the end of
/// `main`, and another rank waits for it in a call of this class, all ranks end, with the exit code
/// of the ended rank, or 1 if that is 0. Otherwise ranks may finish at different times; the process
/// of a rank that has finished waits in its shutdown hook until all ranks have finished.
///
/// **Threads.** MPI is initialised with `MPI_THREAD_SERIALIZED`: any thread may call. This class
/// serialises the calls; the program must ensure that their order is the same on all ranks. If the
/// library provides a lower thread level, or other code has initialised MPI, only the thread of the
/// first [#world] may call (other threads get a [WrongThreadException]), and this class does not
/// finalise MPI, and handles neither signals nor exits. If other code has initialised MPI, this
/// class does not handle uncaught exceptions either.
public final class Communicator implements AutoCloseable {

  /// The approximate size in bytes of the buffer through which elements are sent and received,
  /// block by block; it has space for all copies of a block that a call needs.
  private static final int BLOCK = 1 << 24;

  /// The number of bytes that each rank sends first: the length of its message in four bytes, then
  /// the beginning of the message.
  private static final int LETTER = 256;

  private final World world;
  private @Nullable Boolean onOneMachine;
  private boolean closed;

  private Communicator(World world) {
    this.world = world;
  }

  /// Returns the communicator of all ranks of this program. The first call initialises MPI and is
  /// collective.
  ///
  /// @return the communicator
  /// @throws MpiException if there is no MPI library, the library does not match the launcher of
  ///   this process, the JVM denies native access, MPI was finalised already, or its initialisation
  ///   fails
  public static Communicator world() {
    return new Communicator(World.get());
  }

  /// Returns the rank of this process.
  ///
  /// @return from 0 to [#size] - 1
  public int rank() {
    return world.rank();
  }

  /// Returns the number of ranks.
  ///
  /// @return at least 1
  public int size() {
    return world.size();
  }

  /// Describes the MPI library, for messages.
  ///
  /// @return its implementation, its file, and the first line of its version text
  public String library() {
    return world.library().title()
        + " ("
        + world.library().name()
        + "): "
        + world.library().version().lines().findFirst().orElse("");
  }

  /// Returns whether all ranks are on one machine. The first call is collective.
  boolean isOnOneMachine() {
    Boolean known = onOneMachine;
    if (known == null) {
      byte[] own = Host.ID.toString().getBytes(US_ASCII);
      known = allgather(own).stream().allMatch(each -> Arrays.equals(each, own));
      onOneMachine = known;
    }
    return known;
  }

  /// Waits until all ranks have called this method. A rank that waits long sleeps between polls,
  /// for at most a millisecond, and so leaves its CPU to other ranks.
  ///
  /// @throws MpiException if MPI reports an error
  public void barrier() {
    var _ = call(library -> library.barrier(Long.MAX_VALUE));
  }

  /// Waits until all ranks have called this method or the time has passed.
  ///
  /// @return whether all ranks have called this method in that time
  boolean barrier(long seconds) {
    return call(library -> library.barrier(TimeUnit.SECONDS.toNanos(seconds)));
  }

  /// Copies the elements of one rank to all ranks.
  ///
  /// @param view the elements: read on rank `root`, overwritten on the others; of the same dtype
  ///   and shape on all ranks, in any layout
  /// @param root the rank that has the elements
  /// @throws MpiException if MPI reports an error
  /// @throws IllegalArgumentException if there is no such rank
  /// @throws ReadOnlyViewException on the other ranks, if the view is read-only
  public void bcast(NdView<?> view, int root) {
    requireRank(root);
    if (rank() != root) {
      requireWritable(view);
    }
    forEachBlock(
        view,
        view.dtype(),
        1,
        (block, memory) -> {
          if (rank() == root) {
            block.copyTo(over(memory, view.dtype(), block));
          }
          run(library -> library.bcast(memory, root));
          if (rank() != root) {
            block.copyFrom(over(memory, view.dtype(), block));
          }
        });
  }

  /// Copies the elements of every rank to all ranks.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all ranks, in any layout
  /// @param received receives the elements of all ranks: `received[r]` receives those of rank r
  /// @throws MpiException if MPI reports an error
  /// @throws IllegalArgumentException if the shape of `received` is not the number of ranks,
  ///   followed by the shape of `sent`
  /// @throws DTypeException if the dtypes differ
  /// @throws ReadOnlyViewException if `received` is read-only
  public void allgather(NdView<?> sent, NdView<?> received) {
    requireShape(received, Shape.of(prepended(size(), sent.shape())));
    requireDType(received, sent.dtype());
    requireWritable(received);
    forEachBox(
        sent,
        sent.dtype(),
        1 + size(),
        (box, memory) -> {
          long bytes = memory.byteSize() / (1 + size());
          NdView<?> block = sent.slice(box);
          MemorySegment own = memory.asSlice(0, bytes);
          MemorySegment all = memory.asSlice(bytes);
          block.copyTo(over(own, sent.dtype(), block));
          run(library -> library.allgather(own, all));
          for (int rank = 0; rank < size(); rank++) {
            received
                .index(0, rank)
                .slice(box)
                .copyFrom(over(all.asSlice(rank * bytes, bytes), sent.dtype(), block));
          }
        });
  }

  /// Sends the message of every rank to all ranks.
  ///
  /// @param message any bytes; the lengths may differ between ranks
  /// @return the messages of all ranks, including this one, indexed by rank
  /// @throws MpiException if MPI reports an error
  /// @throws ArithmeticException if all messages together have 2³¹ bytes or more
  public List<byte[]> allgather(byte[] message) {
    try (Arena arena = Arena.ofConfined()) {
      // Most messages are short: one call exchanges them together with their lengths.
      MemorySegment own = arena.allocate(LETTER, Integer.BYTES);
      own.set(JAVA_INT, 0, message.length);
      int inside = Math.min(message.length, LETTER - Integer.BYTES);
      MemorySegment.copy(message, 0, own, JAVA_BYTE, Integer.BYTES, inside);
      MemorySegment all = arena.allocate((long) LETTER * size(), Integer.BYTES);
      run(library -> library.allgather(own, all));
      List<byte[]> messages = new ArrayList<>();
      boolean whole = true;
      for (int rank = 0; rank < size(); rank++) {
        MemorySegment letter = all.asSlice((long) rank * LETTER, LETTER);
        int length = letter.get(JAVA_INT, 0);
        whole &= length <= LETTER - Integer.BYTES;
        if (whole) {
          messages.add(letter.asSlice(Integer.BYTES, length).toArray(JAVA_BYTE));
        }
      }
      return whole ? messages : gatherLong(arena, message, all);
    }
  }

  /// Sends the complete messages of all ranks, of which at least one is too long for the first
  /// call.
  ///
  /// @param letters the results of the first call: for each rank [#LETTER] bytes, of which the
  ///   first four contain the length of its message
  private List<byte[]> gatherLong(Arena arena, byte[] message, MemorySegment letters) {
    MemorySegment lengths = arena.allocate(JAVA_INT, size());
    MemorySegment begins = arena.allocate(JAVA_INT, size());
    int total = 0;
    for (int rank = 0; rank < size(); rank++) {
      int length = letters.get(JAVA_INT, (long) rank * LETTER);
      lengths.setAtIndex(JAVA_INT, rank, length);
      begins.setAtIndex(JAVA_INT, rank, total);
      total = Math.addExact(total, length);
    }
    MemorySegment own = arena.allocateFrom(JAVA_BYTE, message);
    MemorySegment all = arena.allocate(total);
    run(library -> library.allgatherv(own, all, lengths, begins));
    List<byte[]> messages = new ArrayList<>();
    for (int rank = 0; rank < size(); rank++) {
      messages.add(
          all.asSlice(begins.getAtIndex(JAVA_INT, rank), lengths.getAtIndex(JAVA_INT, rank))
              .toArray(JAVA_BYTE));
    }
    return messages;
  }

  /// Combines the elements of all ranks elementwise; one rank receives the results.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all ranks, in any layout
  /// @param received receives the results on rank `root`, with the dtype and shape of `sent`;
  ///   ignored on the other ranks, where it may be null
  /// @param op the operation
  /// @param root the rank that receives the results
  /// @throws MpiException if MPI reports an error
  /// @throws DTypeException if the dtypes differ, or MPI has no such operation for the dtype: all
  ///   operations exist for `i1` to `i8`, `u1` to `u8`, `f4` and `f8`, and `SUM` and `PROD` also
  ///   for `c8` and `c16`, each in either byte order
  /// @throws IllegalArgumentException if the shapes differ, there is no such rank, or `received` is
  ///   null on rank `root`
  /// @throws ReadOnlyViewException on rank `root`, if `received` is read-only
  public void reduce(NdView<?> sent, @Nullable NdView<?> received, ReduceOp op, int root) {
    requireRank(root);
    boolean receives = rank() == root;
    if (receives && received == null) {
      throw new IllegalArgumentException("rank " + root + " receives, and needs memory for it");
    }
    reduce(
        sent,
        receives ? received : null,
        op,
        (library, from, to, count, type) ->
            library.reduce(from, to, count, type, op.operation(), root));
  }

  /// Combines the elements of all ranks elementwise; all ranks receive the results.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all ranks, in any layout
  /// @param received receives the results, with the dtype and shape of `sent`; it may be `sent`
  ///   itself
  /// @param op the operation
  /// @throws MpiException if MPI reports an error
  /// @throws DTypeException as [#reduce]
  /// @throws IllegalArgumentException if the shapes differ
  /// @throws ReadOnlyViewException if `received` is read-only
  public void allreduce(NdView<?> sent, NdView<?> received, ReduceOp op) {
    reduce(
        sent,
        received,
        op,
        (library, from, to, count, type) ->
            library.allreduce(from, to, count, type, op.operation()));
  }

  /// A call that combines elements.
  private interface Reducing {
    void run(MpiLibrary library, MemorySegment from, MemorySegment to, int count, MpiType type)
        throws MpiCallException;
  }

  private void reduce(
      NdView<?> sent, @Nullable NdView<?> received, ReduceOp op, Reducing reducing) {
    MpiType type = type(sent.dtype(), op);
    if (received != null) {
      requireShape(received, sent.shape());
      requireDType(received, sent.dtype());
      requireWritable(received);
    }
    // MPI computes in the byte order of the machine.
    DType dtype = sent.dtype().withByteOrder(ByteOrder.nativeOrder());
    FloatOrder order = FloatOrder.of(type, op);
    forEachBox(
        sent,
        dtype,
        2,
        (box, memory) -> {
          NdView<?> block = sent.slice(box);
          MemorySegment from = memory.asSlice(0, memory.byteSize() / 2);
          MemorySegment to = memory.asSlice(memory.byteSize() / 2);
          block.copyTo(over(from, dtype, block));
          int count = (int) block.itemCount();
          if (order != null) {
            order.encode(from);
          }
          MpiType sentAs = order == null ? type : order.integers();
          run(library -> reducing.run(library, from, to, count, sentAs));
          if (received != null) {
            if (order != null) {
              order.decode(to);
            }
            received.slice(box).copyFrom(over(to, dtype, block));
          }
        });
  }

  private static MpiType type(DType dtype, ReduceOp op) {
    MpiType type =
        dtype instanceof ScalarType scalar
            ? switch (scalar.kind()) {
              case INT8 -> MpiType.INT8_T;
              case INT16 -> MpiType.INT16_T;
              case INT32 -> MpiType.INT32_T;
              case INT64 -> MpiType.INT64_T;
              case UINT8 -> MpiType.UINT8_T;
              case UINT16 -> MpiType.UINT16_T;
              case UINT32 -> MpiType.UINT32_T;
              case UINT64 -> MpiType.UINT64_T;
              case FLOAT32 -> MpiType.FLOAT;
              case FLOAT64 -> MpiType.DOUBLE;
              case COMPLEX64 -> op.isOfComplex() ? MpiType.C_FLOAT_COMPLEX : null;
              case COMPLEX128 -> op.isOfComplex() ? MpiType.C_DOUBLE_COMPLEX : null;
              default -> null;
            }
            : null;
    if (type == null) {
      throw new DTypeException(
          "MPI has no "
              + op
              + " of "
              + dtype
              + "; it has those of i1 to i8, u1 to u8, f4 and f8, and SUM and PROD of c8 and c16");
    }
    return type;
  }

  /// Changes the number of files that all ranks have open for collective access.
  void countTogether(int change) {
    world.ending().countTogether(change);
  }

  /// Ends the whole job: all ranks, by `MPI_Abort`. Does not return, and runs no shutdown hooks.
  ///
  /// @param code the exit code, not 0
  public void abort(int code) {
    world.abort(code);
  }

  /// Ends the use of this object: calls that send elements then throw [IllegalStateException].
  /// `MPI_Finalize` is called when the JVM exits. Closing again does nothing.
  @Override
  public void close() {
    closed = true;
  }

  /// A call of the library.
  interface Call<T> {
    T make(MpiLibrary library) throws MpiCallException;
  }

  /// A call without a result.
  private interface Action {
    void run(MpiLibrary library) throws MpiCallException;
  }

  private <T> T call(Call<T> call) {
    try {
      return locked(call);
    } catch (MpiCallException e) {
      throw new MpiException(String.valueOf(e.getMessage()), e);
    }
  }

  private void run(Action action) {
    var _ =
        call(
            library -> {
              action.run(library);
              return true;
            });
  }

  /// Makes a call while no other thread of this process is in one.
  <T> T locked(Call<T> call) throws MpiCallException {
    if (closed) {
      throw new IllegalStateException("the communicator is closed");
    }
    return world.locked(() -> call.make(world.library()));
  }

  // Elements are staged through an off-heap buffer, contiguous and in C order, block by block.

  /// Processes a block of a view, with a buffer for it.
  private interface BlockAction {
    void run(NdView<?> block, MemorySegment memory);
  }

  /// Processes the box of a block, with a buffer for it.
  private interface BoxAction {
    void run(Box box, MemorySegment memory);
  }

  private static void forEachBlock(NdView<?> view, DType dtype, int copies, BlockAction action) {
    forEachBox(view, dtype, copies, (box, memory) -> action.run(view.slice(box), memory));
  }

  /// @param copies the number of blocks for which the buffer has space
  private static void forEachBox(NdView<?> view, DType dtype, int copies, BoxAction action) {
    int itemsize = dtype.itemsize();
    if (itemsize == 0 || view.itemCount() == 0) {
      return;
    }
    Partition blocks = Partition.chunksOf(view.shape(), Order.C, itemsize, BLOCK / copies);
    long largest = blocks.count() == 0 ? 0 : blocks.box(0).itemCount() * itemsize;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(Math.multiplyExact(largest, copies), Long.BYTES);
      for (long k = 0; k < blocks.count(); k++) {
        Box box = blocks.box(k);
        action.run(box, memory.asSlice(0, box.itemCount() * itemsize * copies));
      }
    }
  }

  private static NdView<?> over(MemorySegment memory, DType dtype, NdView<?> block) {
    return NdView.of(memory, dtype, block.shape(), Order.C);
  }

  private static long[] prepended(long first, Shape shape) {
    long[] sizes = new long[1 + shape.rank()];
    sizes[0] = first;
    System.arraycopy(shape.toArray(), 0, sizes, 1, shape.rank());
    return sizes;
  }

  private void requireRank(int rank) {
    if (rank < 0 || rank >= size()) {
      throw new IllegalArgumentException("there is no rank " + rank + " of " + size());
    }
  }

  /// Checked before communication: a rank that fails between blocks would leave the others waiting.
  private static void requireWritable(NdView<?> view) {
    if (view.isReadOnly()) {
      throw new ReadOnlyViewException(view.backing());
    }
  }

  private static void requireShape(NdView<?> view, Shape expected) {
    if (!view.shape().equals(expected)) {
      throw new IllegalArgumentException(
          "the received array must have the shape " + expected + ", but has " + view.shape());
    }
  }

  private static void requireDType(NdView<?> view, DType expected) {
    if (!view.dtype().descr().equals(expected.descr())) {
      throw new DTypeException(
          "the received array must have the dtype " + expected + ", but has " + view.dtype());
    }
  }
}
