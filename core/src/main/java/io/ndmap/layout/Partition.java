package io.ndmap.layout;

/// A partition of an array into numbered boxes, with which several threads or processes share work:
/// every item is in exactly one box. Immutable, and a pure function of what it was made of:
/// processes with the same partition agree about every box without communication.
///
/// There are two kinds: [Blocks], a number of parts along each axis as even as can be, and
/// [Chunks], pieces of a given shape with a remainder at the end of each axis. Nothing is stored
/// for a part; a box is computed when it is asked for, whatever the count.
public sealed interface Partition permits Blocks, Chunks {

  /// Cuts one axis into parts, as MPI programs and `numpy.array_split` do: the first `size % n` of
  /// them are one longer than the others. Part k is the k-th from the start of the axis.
  ///
  /// @param shape the array
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param n how many parts, at least 1; with more than the axis has positions the last are empty
  /// @return the partition into n boxes
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if `n < 1`
  static Blocks alongAxis(Shape shape, int axis, long n) {
    int at = shape.axis(axis);
    long[] parts = new long[shape.rank()];
    for (int k = 0; k < parts.length; k++) {
      parts[k] = k == at ? n : 1;
    }
    return blocks(shape, parts);
  }

  /// Cuts several axes, each by the rule of [#alongAxis]. The blocks are numbered in C order: along
  /// the last axis first, as the ranks of a Cartesian grid of MPI.
  ///
  /// @param shape the array
  /// @param partsPerAxis how many parts along each axis, each at least 1
  /// @return the partition into as many boxes as the product of these
  /// @throws IllegalArgumentException if there are not as many of them as axes, one is below 1, or
  ///   the product exceeds 2⁶³-1
  static Blocks blocks(Shape shape, long... partsPerAxis) {
    return new Blocks(shape, Blocks.grid(partsPerAxis));
  }

  /// Cuts an array into chunks of one shape, those at the end of an axis shorter where there is a
  /// remainder, numbered in the array's order. An array without axes is one chunk, one without
  /// items has none.
  ///
  /// @param shape the array
  /// @param order which axis is counted along first: in C order the last, in F order the first
  /// @param chunkShape the lengths of a chunk's axes, each at least 1; one may be longer than the
  ///   array's
  /// @return the partition
  /// @throws IllegalArgumentException if there are not as many lengths as axes, or one is 0
  static Chunks chunks(Shape shape, Order order, Shape chunkShape) {
    return new Chunks(shape, order, chunkShape);
  }

  /// Cuts an array into chunks that are contiguous in the file, so that no two chunks share more
  /// than the page at their border: whole positions of the slowest axes, or an even share of one
  /// axis.
  ///
  /// @param shape the array
  /// @param order its order
  /// @param itemsize bytes of an item
  /// @param bytes the most bytes of a chunk, unless one item has more; chunks may be smaller, so
  ///   that they are about even
  /// @return the partition
  /// @throws IllegalArgumentException if `bytes < 1` or `itemsize < 0`
  static Chunks chunksOf(Shape shape, Order order, int itemsize, long bytes) {
    return Chunks.together(shape, order, itemsize, bytes);
  }

  /// Reads what [#describe] wrote.
  ///
  /// @param text the text, with nothing before or behind it
  /// @return a partition equal to the one described
  /// @throws IllegalArgumentException if it is no such text; the message quotes it
  static Partition parse(String text) {
    return PartitionText.parse(text);
  }

  /// The array that is cut.
  ///
  /// @return its shape
  Shape shape();

  /// How many parts there are along each axis.
  ///
  /// @return a count for each axis of the array
  Shape grid();

  /// How many parts there are.
  ///
  /// @return 0 to 2⁶³-1; among them may be empty ones, but not among [Chunks]
  default long count() {
    return grid().itemCount();
  }

  /// One of the parts.
  ///
  /// @param k its number, from 0 to count - 1
  /// @return its box, within the array's shape
  /// @throws IndexOutOfBoundsException if there is no such part
  Box box(long k);

  /// The partition in a line, such as `parts (8, 1) of (1000, 64)`: equal for equal partitions and
  /// different for others, so that processes can compare their partitions.
  ///
  /// @return the text that [#parse] reads
  String describe();
}
