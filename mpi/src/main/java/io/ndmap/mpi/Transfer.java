package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Divides the part of a rank into blocks that are transferred one by one. All ranks make the same
/// number of steps, as many as the rank with the most blocks needs; for a rank with fewer blocks,
/// the last steps have empty blocks.
final class Transfer implements AutoCloseable {

  /// The maximum size of a block in bytes, unless one element is larger.
  static final long BLOCK = 1 << 25;

  private final long blockBytes;

  private final NpyHeader header;
  private final Box box;
  private final Partition blocks;
  private final long steps;
  private final Arena arena = Arena.ofShared();
  private MemorySegment buffer = MemorySegment.NULL;

  /// @param most the maximum size of a block in bytes; more than [#BLOCK] counts as [#BLOCK]
  Transfer(AccessPlan plan, int rank, long most) {
    this.blockBytes = Math.min(BLOCK, most);
    this.header = plan.header();
    this.box = plan.boxes().get(rank);
    this.blocks = blocks(box);
    this.steps =
        header.dtype().itemsize() == 0
            ? 0
            : plan.boxes().stream().mapToLong(each -> blocks(each).count()).max().orElse(0);
  }

  private Partition blocks(Box box) {
    return Partition.chunksOf(box.shape(), header.order(), header.dtype().itemsize(), blockBytes);
  }

  /// Returns the number of steps that all ranks make.
  long steps() {
    return steps;
  }

  /// Returns the block of a step, relative to the part of this rank; empty after the last block.
  Box block(long step) {
    return step < blocks.count() ? blocks.box(step) : nothing();
  }

  /// Returns an empty block.
  Box nothing() {
    int rank = box.rank();
    return Box.of(new long[rank], new long[rank]);
  }

  /// Returns a block as a box of the whole array.
  Box inArray(Box block) {
    return block.isEmpty() ? block : Boxes.within(box, block);
  }

  /// Returns the elements of a block, contiguous in the order of the file: the part's own memory if
  /// it is suitable, otherwise a buffer, which the next call uses again.
  ///
  /// @param copied whether the elements are copied to the buffer; if not, the caller fills the
  ///   buffer
  NdView<?> dense(NdView<?> part, Box block, boolean copied) {
    NdView<?> items = part.slice(block);
    if (block.isEmpty() || isDense(items)) {
      return items;
    }
    NdView<?> dense = over(buffer(bytes(block)), items.shape());
    if (copied) {
      items.copyTo(dense);
    }
    return dense;
  }

  /// Copies a block that was read into the buffer to the part. Does nothing if the block was read
  /// into the part's own memory.
  ///
  /// @param dense the result of [#dense]
  void store(NdView<?> part, Box block, NdView<?> dense) {
    NdView<?> items = part.slice(block);
    if (!block.isEmpty() && !isDense(items)) {
      items.copyFrom(dense);
    }
  }

  /// Returns the memory that contiguous elements occupy.
  static MemorySegment bytes(NdView<?> dense) {
    long size = dense.shape().byteSize(dense.dtype().itemsize());
    return size == 0 ? MemorySegment.NULL : dense.segment().asSlice(dense.strided().offset(), size);
  }

  private long bytes(Box block) {
    return block.itemCount() * header.dtype().itemsize();
  }

  private NdView<?> over(MemorySegment memory, Shape shape) {
    return NdView.of(memory, header.dtype(), shape, header.order());
  }

  /// Whether C code may access the elements directly. In mapped files it may not: if another
  /// process truncates the file, a fault in C code kills the JVM.
  private boolean isDense(NdView<?> items) {
    return items.segment().isNative()
        && !items.backing().mayFault()
        && items.dtype().equals(header.dtype())
        && items.isContiguous(header.order());
  }

  private MemorySegment buffer(long size) {
    if (buffer.byteSize() == 0) {
      // The first block is the largest.
      buffer = arena.allocate(bytes(block(0)), Long.BYTES);
    }
    return buffer.asSlice(0, size);
  }

  @Override
  public void close() {
    arena.close();
  }
}
