package io.ndmap.loop.vector;

import io.ndmap.memory.Templates;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.VectorSpecies;

/// Generates code that sorts a block of integers without branches: a network of comparisons of
/// eight vectors, which stay in registers. Each vector is a row of the block, and each lane a
/// column.
///
/// First the columns are sorted. Then neighbouring columns are merged, then pairs of columns, and
/// so on, until the whole block is sorted in column-major order. Last, the block is transposed. A
/// merge compares one half with the other half in reverse, which leaves two bitonic halves. The
/// merge sorts these halves by comparisons at half of the distance, a quarter of the distance, and
/// so on. Most comparisons are within columns, so they need no exchange of lanes.
///
/// K. E. Batcher, Sorting networks and their applications, 1968.
final class SortingNetwork {

  /// The number of vectors of a block. With sixteen vectors, a sort of `long` is 4 % faster, but
  /// HotSpot takes three times as long to compile it, and does not compile a sort of `int`.
  static final int VECTORS = 8;

  /// Sorts a block.
  interface Block {

    /// Sorts a range of an array, with as many numbers as [#VECTORS] vectors.
    ///
    /// @param from the index of the first number
    /// @param sorts false for a call that does nothing: HotSpot compiles the method only after
    ///   thousands of calls
    void sort(Object numbers, int from, boolean sorts);
  }

  private static final ClassDesc VECTOR = type("Vector");
  private static final ClassDesc SHUFFLE = type("VectorShuffle");
  private static final ClassDesc MASK = type("VectorMask");
  private static final ClassDesc SPECIES = type("VectorSpecies");

  private final CodeBuilder code;
  private final int lanes;
  private final ClassDesc vector;
  private final ClassDesc array;
  private final int[] rows;
  private final int first;
  private final int second;

  private SortingNetwork(CodeBuilder code, VectorSpecies<Object> species) {
    boolean single = species.elementSize() == Integer.SIZE;
    this.code = code;
    this.lanes = species.length();
    this.vector = type(single ? "IntVector" : "LongVector");
    this.array = (single ? ConstantDescs.CD_int : ConstantDescs.CD_long).arrayType();
    this.rows = IntStream.range(0, VECTORS).map(_ -> local()).toArray();
    this.first = local();
    this.second = local();
  }

  /// Returns the code that sorts blocks of a species.
  ///
  /// @param species vectors of `int` or `long`
  static Block of(VectorSpecies<Object> species) {
    return (Block)
        Templates.define(
            MethodHandles.lookup(),
            Block.class,
            "sort",
            MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_Object,
                ConstantDescs.CD_int,
                ConstantDescs.CD_boolean),
            code -> new SortingNetwork(code, species).write(),
            constants(species));
  }

  /// Returns the constants of the code. Constant 0 is the species. Constant k, below the number of
  /// lanes, exchanges each lane with the lane whose number differs in the bits of k. Constant
  /// `lanes + k` is the mask of the lanes whose number has a bit of k.
  private static List<Object> constants(VectorSpecies<Object> species) {
    int lanes = species.length();
    List<Object> constants = new ArrayList<>();
    constants.add(species);
    for (int bits = 1; bits < lanes; bits++) {
      int exchanged = bits;
      constants.add(species.shuffleFromOp(lane -> lane ^ exchanged));
    }
    for (int bits = 0; bits < lanes; bits++) {
      boolean[] has = new boolean[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        has[lane] = (lane & bits) != 0;
      }
      constants.add(species.loadMask(has, 0));
    }
    return constants;
  }

  private static ClassDesc type(String name) {
    return ClassDesc.of("jdk.incubator.vector", name);
  }

  private int local() {
    return code.allocateLocal(TypeKind.REFERENCE);
  }

  private void write() {
    Label end = code.newLabel();
    code.iload(code.parameterSlot(2)).ifeq(end);
    for (int row = 0; row < VECTORS; row++) {
      code.loadConstant(Templates.data(SPECIES, 0));
      pushPlace(row);
      code.invokestatic(
              vector, "fromArray", MethodTypeDesc.of(vector, SPECIES, array, ConstantDescs.CD_int))
          .astore(rows[row]);
    }
    sortColumns();
    for (int width = 1; width < lanes; width *= 2) {
      merge(width);
    }
    transpose();
    code.labelBinding(end).return_();
  }

  /// Pushes the array, and the index of a vector's first number in the array.
  private void pushPlace(int index) {
    code.aload(code.parameterSlot(0))
        .checkcast(array)
        .iload(code.parameterSlot(1))
        .loadConstant(index * lanes)
        .iadd();
  }

  /// Sorts each column by odd-even merges of one row, of two rows, and of four rows.
  private void sortColumns() {
    for (int size = 1; size < VECTORS; size *= 2) {
      for (int distance = size; distance >= 1; distance /= 2) {
        for (int row = distance % size; row + distance < VECTORS; row++) {
          boolean isLower = (row - distance % size) % (2 * distance) < distance;
          boolean isOneMerge = row / (2 * size) == (row + distance) / (2 * size);
          if (isLower && isOneMerge) {
            order(row, row + distance);
          }
        }
      }
    }
  }

  /// Merges neighbouring groups of columns.
  ///
  /// @param width the number of columns of a group
  private void merge(int width) {
    for (int row = 0; row < VECTORS / 2; row++) {
      int other = VECTORS - 1 - row;
      exchange(row, 2 * width - 1, first);
      exchange(other, 2 * width - 1, second);
      orderLanes(row, second, width);
      orderLanes(other, first, width);
    }
    for (int distance = width / 2; distance >= 1; distance /= 2) {
      for (int row = 0; row < VECTORS; row++) {
        exchange(row, distance, first);
        orderLanes(row, first, distance);
      }
    }
    for (int distance = VECTORS / 2; distance >= 1; distance /= 2) {
      for (int row = 0; row < VECTORS; row++) {
        if ((row & distance) == 0) {
          order(row, row + distance);
        }
      }
    }
  }

  /// Transposes the block and stores it. Each bit of the lane number is swapped with a bit of the
  /// row number.
  private void transpose() {
    int bits = Integer.numberOfTrailingZeros(VECTORS);
    int laneBits = Integer.numberOfTrailingZeros(lanes);
    // For each bit of the row number, which bit of the rank of an element (its index in ascending
    // order) it currently holds.
    int[] rowBits = IntStream.range(0, bits).toArray();
    for (int bit = 0; bit < laneBits; bit++) {
      int at = bit % bits;
      exchangeBits(1 << at, 1 << bit);
      rowBits[at] += bits;
    }
    for (int row = 0; row < VECTORS; row++) {
      int index = 0;
      for (int bit = 0; bit < bits; bit++) {
        index |= (row >> bit & 1) << (rowBits[bit] - laneBits);
      }
      code.aload(rows[row]);
      pushPlace(index);
      code.invokevirtual(
          vector,
          "intoArray",
          MethodTypeDesc.of(ConstantDescs.CD_void, array, ConstantDescs.CD_int));
    }
  }

  private void exchangeBits(int rowBit, int laneBit) {
    for (int row = 0; row < VECTORS; row++) {
      if ((row & rowBit) == 0) {
        int one = rows[row];
        int other = rows[row + rowBit];
        exchange(row, laneBit, first);
        exchange(row + rowBit, laneBit, second);
        code.aload(one).aload(second);
        blend(laneBit).astore(one);
        code.aload(first).aload(other);
        blend(laneBit).astore(other);
      }
    }
  }

  // ---- instructions

  /// Moves, in each column, the smaller number of two rows to the first row, and the larger number
  /// to the other row.
  private void order(int row, int other) {
    extremum("max", rows[row], rows[other]);
    extremum("min", rows[row], rows[other]).astore(rows[row]).astore(rows[other]);
  }

  /// Compares a row with another vector. Lanes whose number has the bit `bit` keep the larger
  /// number; other lanes keep the smaller number.
  private void orderLanes(int row, int other, int bit) {
    extremum("min", rows[row], other);
    extremum("max", rows[row], other);
    blend(bit).astore(rows[row]);
  }

  private CodeBuilder extremum(String method, int one, int other) {
    return code.aload(one)
        .aload(other)
        .invokevirtual(vector, method, MethodTypeDesc.of(vector, VECTOR));
  }

  /// Exchanges the lanes of a row, and stores the result in a local variable.
  private void exchange(int row, int bits, int to) {
    code.aload(rows[row])
        .loadConstant(Templates.data(SHUFFLE, bits))
        .invokevirtual(vector, "rearrange", MethodTypeDesc.of(vector, SHUFFLE))
        .astore(to);
  }

  /// Blends two vectors: lanes whose number has the bit `bit` come from the second vector, other
  /// lanes from the first.
  private CodeBuilder blend(int bit) {
    return code.loadConstant(Templates.data(MASK, lanes + bit))
        .invokevirtual(vector, "blend", MethodTypeDesc.of(vector, VECTOR, MASK));
  }
}
