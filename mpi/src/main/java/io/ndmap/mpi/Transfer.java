package io.ndmap.mpi;

import io.ndmap.layout.Box;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The part of a rank, cut into blocks that are moved one by one. All ranks make as many steps as
/// the one with the maximum number of blocks, the others with empty ones in the end.
final class Transfer implements AutoCloseable {

  /// Bytes of a block, unless an element has more.
  static final long BLOCK = 1 << 25;

  private final long blockBytes;

  private final NpyHeader header;
  private final Box box;
  private final Partition blocks;
  private final long steps;
  private final Arena arena = Arena.ofShared();
  private MemorySegment buffer = MemorySegment.NULL;

  /// @param most bytes of a block, if fewer than [#BLOCK]
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

  /// How many steps all ranks make.
  long steps() {
    return steps;
  }

  /// A block, relative to the part of this rank; empty where it has no more.
  Box block(long step) {
    return step < blocks.count() ? blocks.box(step) : nothing();
  }

  /// An empty block.
  Box nothing() {
    int rank = box.rank();
    return Box.of(new long[rank], new long[rank]);
  }

  /// The same, in the array.
  Box inArray(Box block) {
    return block.isEmpty() ? block : Boxes.within(box, block);
  }

  /// The elements of a block, dense and in the order of the file: where they are, if they are so
  /// already.
  ///
  /// @param copied whether elements are copied to the memory; else it is to be filled
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

  /// Puts what was read where it belongs, unless it is there already.
  void store(NdView<?> part, Box block, NdView<?> dense) {
    NdView<?> items = part.slice(block);
    if (!block.isEmpty() && !isDense(items)) {
      items.copyFrom(dense);
    }
  }

  /// The memory of dense elements.
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

  /// Whether C code may use it as it is. Memory of a mapped file it may not: if another process
  /// truncates that, the JVM dies.
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
