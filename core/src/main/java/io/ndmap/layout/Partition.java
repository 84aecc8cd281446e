package io.ndmap.layout;

/// A partition of an array into numbered boxes, for work shared by several threads or processes:
/// every element is in exactly one box. Immutable. The boxes depend on the arguments alone, so that
/// processes with equal partitions agree on every box without communication.
///
/// There are two kinds: [Blocks] divides each axis into a given number of nearly equal parts;
/// [Chunks] divides the array into boxes of a given shape, of which the last along an axis may be
/// shorter. Boxes are computed on demand, not stored.
public sealed interface Partition permits Blocks, Chunks {

  /// Cuts one axis into parts, as MPI programs and `numpy.array_split` do: the first `size % n`
  /// parts are longer by one. Part k is the k-th from the start of the axis.
  ///
  /// @param shape the array's shape
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param n the number of parts, at least 1; if there are more parts than positions, the last
  ///   ones are empty
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

  /// Cuts several axes, each by the rule of [#alongAxis]. The blocks are numbered in C order, in
  /// which the last axis varies fastest, like the ranks of a Cartesian grid of MPI.
  ///
  /// @param shape the array's shape
  /// @param partsPerAxis the number of parts along each axis, each at least 1
  /// @return the partition; its number of boxes is the product of the numbers of parts
  /// @throws IllegalArgumentException if `partsPerAxis` does not have one number for each axis, if
  ///   a number is below 1, or if their product exceeds 2⁶³-1
  static Blocks blocks(Shape shape, long... partsPerAxis) {
    return new Blocks(shape, Blocks.grid(partsPerAxis));
  }

  /// Cuts an array into chunks of the same shape, numbered in a given order. If the chunk length
  /// does not divide an axis, the last chunk along the axis is shorter. An array without axes is
  /// one chunk, an array without elements has no chunks.
  ///
  /// @param shape the array's shape
  /// @param order the order in which chunks are numbered: the last axis varies fastest in C order,
  ///   the first in Fortran order
  /// @param chunkShape the lengths of a chunk's axes, each at least 1; they may exceed the lengths
  ///   of the array's axes
  /// @return the partition
  /// @throws IllegalArgumentException if `chunkShape` has another rank than `shape`, or a length of
  ///   0
  static Chunks chunks(Shape shape, Order order, Shape chunkShape) {
    return new Chunks(shape, order, chunkShape);
  }

  /// Cuts an array into chunks that are contiguous in the file, so that two chunks share at most
  /// one page, at their border. A chunk extends over the whole length of the fastest axes, over a
  /// part of one axis, and over one position of each slower axis.
  ///
  /// @param shape the array's shape
  /// @param order the array's order
  /// @param itemsize bytes of an element
  /// @param bytes the maximum number of bytes of a chunk, unless one element has more; chunks may
  ///   be smaller, so that all are about equal
  /// @return the partition
  /// @throws IllegalArgumentException if `bytes < 1` or `itemsize < 0`
  static Chunks chunksOf(Shape shape, Order order, int itemsize, long bytes) {
    return Chunks.together(shape, order, itemsize, bytes);
  }

  /// Parses the text of [#describe].
  ///
  /// @param text the text, with nothing before or after it
  /// @return a partition equal to the one described
  /// @throws IllegalArgumentException if the text does not describe a partition; the message quotes
  ///   the text
  static Partition parse(String text) {
    return PartitionText.parse(text);
  }

  /// {@return the shape of the partitioned array}
  Shape shape();

  /// {@return the number of parts along each axis}
  Shape grid();

  /// {@return the number of parts, from 0 to 2⁶³-1; [Blocks] may include empty ones, [Chunks] do
  /// not}
  default long count() {
    return grid().itemCount();
  }

  /// {@return the box of a part, within the array's shape}
  ///
  /// @param k the part's number, from 0 to count - 1
  /// @throws IndexOutOfBoundsException if there is no such part
  Box box(long k);

  /// Describes this partition in one line, such as `parts (8, 1) of (1000, 64)`. Descriptions are
  /// equal if and only if the partitions are equal, so that processes can compare their partitions.
  ///
  /// @return the text that [#parse] reads
  String describe();
}
