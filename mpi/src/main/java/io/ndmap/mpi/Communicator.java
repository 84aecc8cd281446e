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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// All ranks of an MPI program, `MPI_COMM_WORLD`, and what they tell each other.
///
/// ```java
/// public static void main(String[] args) throws IOException {
///   try (Communicator comm = Communicator.world()) {
///     System.out.println("rank " + comm.rank() + " of " + comm.size());
///   }
/// }
/// ```
///
/// `mpirun -n 4 java …` starts four of them; without `mpirun` there is one rank.
///
/// **Collective.** Every method that communicates is called by all ranks, in the same order and
/// with arguments that fit together (MPI 3.1, section 5.1); else the program hangs, or MPI ends it.
///
/// **Which library.** The one that fits the `mpirun` that started this process, told by its
/// environment; else Open MPI (`libmpi.so.40`), else MPICH (`libmpich.so.12`), whichever is there.
/// The environment variable `NDMAP_MPI_LIBRARY` or the system property `ndmap.mpi.library` names
/// another, by name or path. A library that does not fit the launcher is refused: each process
/// would take itself for rank 0 of 1.
///
/// **The end.** [#close] only ends the use of this object. `MPI_Finalize` is called when the JVM
/// ends, so that a rank that leaves its `try` by an exception does not wait there for the others:
/// an exception that the thread of the first [#world] does not catch is printed with the rank's
/// number, and ends the whole job (`MPI_Abort`). One that all ranks throw is printed by the one
/// that has failed. A signal (TERM, INT, HUP) that ends a rank ends all, with its exit code, 128
/// and the signal's number. So does a rank that has ended by [System#exit], or by the end of
/// `main`, once another one waits for it in a call of this class: with the code of that exit, or 1
/// where it is 0. Else ranks may end one after the other.
///
/// **Threads.** MPI is initialised with `MPI_THREAD_SERIALIZED`: any thread may call, one at a
/// time, which this class sees to; the order of calls is the program's business. If the library
/// provides less, or somebody else initialised it, only the thread of the first [#world] may call.
public final class Communicator implements AutoCloseable {

  /// Bytes that are copied and sent at once.
  private static final int BLOCK = 1 << 24;

  /// Bytes of a message that are sent with its length.
  private static final int LETTER = 256;

  private final World world;
  private @Nullable Boolean onOneMachine;
  private boolean closed;

  private Communicator(World world) {
    this.world = world;
  }

  /// All ranks of this program. Initialises MPI at the first call, which is collective.
  ///
  /// @return the communicator
  /// @throws MpiException if there is no MPI library, it does not fit the launcher of this process,
  ///   or the JVM denies native access
  public static Communicator world() {
    return new Communicator(World.get());
  }

  /// The number of this rank.
  ///
  /// @return from 0 to size - 1
  public int rank() {
    return world.rank();
  }

  /// How many ranks there are.
  ///
  /// @return at least 1
  public int size() {
    return world.size();
  }

  /// The MPI library, for people.
  ///
  /// @return its implementation, its name and its own first line about its version
  public String library() {
    return world.library().title()
        + " ("
        + world.library().name()
        + "): "
        + world.library().version().lines().findFirst().orElse("");
  }

  /// Whether all ranks are on one machine. Collective at its first call.
  boolean isOnOneMachine() {
    Boolean known = onOneMachine;
    if (known == null) {
      byte[] own = Host.ID.toString().getBytes(US_ASCII);
      known = allgather(own).stream().allMatch(each -> Arrays.equals(each, own));
      onOneMachine = known;
    }
    return known;
  }

  /// Waits until all ranks have called it. A rank that waits long leaves its processor to others,
  /// and notices within a millisecond that all are there.
  ///
  /// @throws MpiException if MPI reports an error
  public void barrier() {
    var _ = call(library -> library.barrier(Long.MAX_VALUE));
  }

  /// Waits until all ranks have called it, but not for ever.
  ///
  /// @return whether they came
  boolean barrier(long seconds) {
    return call(library -> library.barrier(TimeUnit.SECONDS.toNanos(seconds)));
  }

  /// Copies the elements of one rank to all.
  ///
  /// @param view the elements: read on rank `root`, overwritten elsewhere; of the same dtype and
  ///   shape on all, of any layout
  /// @param root the rank that has the elements
  /// @throws MpiException if MPI reports an error
  /// @throws IllegalArgumentException if there is no such rank
  public void bcast(NdView<?> view, int root) {
    requireRank(root);
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

  /// Copies the elements of every rank to all.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all, of any layout
  /// @param received gets them all: the elements of rank r are `received[r]`
  /// @throws MpiException if MPI reports an error
  /// @throws IllegalArgumentException if the shape of `received` is not `(size, …)`, with the shape
  ///   of `sent` behind it
  /// @throws DTypeException if the dtypes differ
  public void allgather(NdView<?> sent, NdView<?> received) {
    requireShape(received, Shape.of(prepended(size(), sent.shape())));
    requireDType(received, sent.dtype());
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

  /// Sends a message of every rank to all.
  ///
  /// @param message any bytes, as many as each rank likes
  /// @return the messages by rank, this one's among them
  /// @throws MpiException if MPI reports an error
  /// @throws ArithmeticException if all messages together have 2³¹ bytes or more
  public List<byte[]> allgather(byte[] message) {
    try (Arena arena = Arena.ofConfined()) {
      // Most messages are short: with their lengths in front, one call brings them.
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

  /// @param letters which begin with the length of each rank's message
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

  /// Combines the elements of all ranks, position by position, on one of them.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all, of any layout
  /// @param received gets the results on rank `root`, of that dtype and shape; not used on others,
  ///   where it may be null
  /// @param op how they are combined
  /// @param root the rank that gets the results
  /// @throws MpiException if MPI reports an error
  /// @throws DTypeException if MPI has no such operation for the dtype: it has those of `i1` to
  ///   `i8`, `u1` to `u8`, `f4`, `f8`, and sums and products of `c8` and `c16`, in either byte
  ///   order
  /// @throws IllegalArgumentException if the shapes differ, or there is no such rank
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

  /// Combines the elements of all ranks, position by position, on all of them.
  ///
  /// @param sent the elements of this rank, of the same dtype and shape on all, of any layout
  /// @param received gets the results, of that dtype and shape; it may be `sent`
  /// @param op how they are combined
  /// @throws MpiException if MPI reports an error
  /// @throws DTypeException as [#reduce]
  /// @throws IllegalArgumentException if the shapes differ
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

  /// Counts a file that all ranks have open together.
  void countTogether(int change) {
    world.ending().countTogether(change);
  }

  /// Ends the whole job: all ranks, by `MPI_Abort`. Does not return, and runs no shutdown hooks.
  ///
  /// @param code the exit code, not 0
  public void abort(int code) {
    world.abort(code);
  }

  /// Ends the use of this object, see the class. Closing again does nothing.
  @Override
  public void close() {
    closed = true;
  }

  /// A call of the library.
  interface Call<T> {
    T make(MpiLibrary library) throws MpiCallException;
  }

  /// The same without a result.
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

  /// Makes a call, one at a time.
  <T> T locked(Call<T> call) throws MpiCallException {
    if (closed) {
      throw new IllegalStateException("the communicator is closed");
    }
    return world.locked(() -> call.make(world.library()));
  }

  // Elements go through memory outside the heap, dense and in C order, block by block.

  /// Handles a block of a view, with memory for it.
  private interface BlockAction {
    void run(NdView<?> block, MemorySegment memory);
  }

  /// The same with the box of the block.
  private interface BoxAction {
    void run(Box box, MemorySegment memory);
  }

  private static void forEachBlock(NdView<?> view, DType dtype, int copies, BlockAction action) {
    forEachBox(view, dtype, copies, (box, memory) -> action.run(view.slice(box), memory));
  }

  /// @param copies of a block that the memory has room for
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

  private static void requireShape(NdView<?> view, Shape expected) {
    if (!view.shape().equals(expected)) {
      throw new IllegalArgumentException(
          "the received array has the shape " + expected + ", not " + view.shape());
    }
  }

  private static void requireDType(NdView<?> view, DType expected) {
    if (!view.dtype().descr().equals(expected.descr())) {
      throw new DTypeException(
          "the received array has the dtype " + expected + ", not " + view.dtype());
    }
  }
}
