package io.ndmap.engine;

import static io.ndmap.memory.LittleEndian.DOUBLE;
import static io.ndmap.memory.LittleEndian.FLOAT;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.BlockProduct;
import io.ndmap.loop.Conversion;
import io.ndmap.loop.FourRows;
import io.ndmap.loop.Fused;
import io.ndmap.loop.Loop;
import io.ndmap.loop.MinMaxRow;
import io.ndmap.loop.Score;
import io.ndmap.loop.Span;
import io.ndmap.loop.StridedMove;
import io.ndmap.loop.Sums;
import io.ndmap.loop.vector.VectorTable;
import io.ndmap.memory.Scratch;
import io.ndmap.op.Binary;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/// The operands of a [WarmUp], filled with random numbers, and buffers for the results.
final class TrialOperands {

  /// Bytes of an operand.
  static final int BYTES = 1 << 13;

  /// The distance between operands, in bytes. Operands at equal offsets within pages would conflict
  /// in the cache.
  static final int DISTANCE = BYTES + 704;

  /// The number of bytes that [#copy] copies: half of the memory.
  private static final long COPIED = (long) Scratch.BLOCKS * Scratch.BLOCK / 2;

  private final Object operation;
  private final ScalarKind type;
  private final boolean isFunction;
  private final Span[] operands;
  private final Span expected;
  private final Span found;
  private final int count;

  /// @param type the scalar type of the operands
  /// @param memory the memory for the operands and the results
  TrialOperands(Object operation, ScalarKind type, MemorySegment memory) {
    this.operation = operation;
    this.type = type;
    this.isFunction = VectorTable.isFunction(operation, type);
    int widest = Math.max(operandSize(operation, type), resultSize(operation));
    // The count is a multiple of the unrolling of plain loops: a plain loop that processes a
    // remainder for the first time is deoptimized while other threads use it. The count is not a
    // multiple of a block of [Sums], so that trials include an incomplete block.
    this.count = BYTES / widest - Long.BYTES;
    ArrayBuffers arrays = new ArrayBuffers(count);
    SplittableRandom random = new SplittableRandom(BYTES);
    this.operands = new Span[VectorTable.operandCount(operation)];
    for (int k = 0; k < operands.length; k++) {
      operands[k] = new Span(memory, (long) k * DISTANCE, arrays);
      fill(operands[k], random);
    }
    if (operation == Sums.SQUARES) {
      operands[1] = operands[1].number(type, ScalarBits.ofDouble(ScalarKind.FLOAT64, 1));
    }
    for (int k = 0; k < operands.length; k++) {
      if ((VectorTable.numbers(operation) >> k & 1) == 1) {
        operands[k] = number(operands[k], isUpper(operation, k) ? 90 : 20);
      }
    }
    int places = operands.length;
    this.expected = new Span(memory, (long) places * DISTANCE, arrays);
    this.found = new Span(memory, (places + 1L) * DISTANCE, arrays);
  }

  /// Returns whether an operand is the upper end of a range.
  private static boolean isUpper(Object operation, int operand) {
    if (!(operation instanceof Fused fused)) {
      return operand == 2;
    }
    for (int k = 0; k < fused.operations().size(); k++) {
      int[] taken = fused.operands(k);
      if (VectorTable.numbers(fused.operations().get(k)) != 0
          && taken[taken.length - 1] == operand) {
        return true;
      }
    }
    return false;
  }

  /// Returns the bytes per element of an operand. For a [StridedMove], these include the gap up to
  /// the next element, in the operand or in the result.
  private static int operandSize(Object operation, ScalarKind type) {
    int elements = operation instanceof StridedMove move ? Math.abs(move.step()) : 1;
    return elements * type.itemsize();
  }

  /// Returns the bytes per element of a result that may be wider than an operand, else 0.
  private static int resultSize(Object operation) {
    return switch (operation) {
      case Conversion conversion -> conversion.to().itemsize();
      case FourRows rows -> rows.results().itemsize();
      default -> 0;
    };
  }

  private Span number(Span place, int number) {
    return place.number(type, type.isFloat() ? ScalarBits.ofDouble(type, number) : number);
  }

  /// Fills an operand with random numbers. Operands of sums have no infinities and no NaN, because
  /// the bits of a resulting NaN may differ.
  private void fill(Span items, SplittableRandom random) {
    int size = type.itemsize();
    for (int i = 0; i < BYTES / size; i++) {
      long bits = random.nextLong();
      if (operation == Sums.BIG_ENDIAN) {
        bits = Long.reverseBytes(Double.doubleToRawLongBits(random.nextInt(-99, 99)));
      } else if (isFunction) {
        // Most vector functions support finite numbers in this range; a few special numbers
        // suffice.
        boolean special = i % 16 == 0 && i < 8 * 16;
        double number = special ? special(random.nextInt(5)) : random.nextDouble(0.01, 1);
        bits = ScalarBits.ofDouble(type, number);
      } else if (type.isFloat()) {
        // Special numbers are 17 elements apart, so that they are not all in one column of the rows
        // to which some loops reduce.
        boolean special = i % 17 == 0 && !adds();
        double number = special ? special(random.nextInt(5)) : random.nextInt(-99, 99);
        bits = ScalarBits.ofDouble(type, number);
      }
      for (int k = 0; k < size; k++) {
        items.set(i * size + k, (byte) (bits >>> (Byte.SIZE * k)));
      }
    }
  }

  private boolean adds() {
    return operation instanceof Sums
        || operation instanceof Score
        || operation instanceof BlockProduct<?>
        || (operation instanceof FourRows rows && rows.operation() == Binary.PLUS);
  }

  private static double special(int which) {
    return switch (which) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> -0.0;
      default -> 0.0;
    };
  }

  /// Returns the number of bytes of the result that are defined.
  private long definedBytes() {
    return switch (operation) {
      case Sums sums -> (long) Math.ceilDiv(count, sums.block()) * Double.BYTES;
      case MinMaxRow _ -> MinMaxRow.BYTES;
      case Score _ -> Double.BYTES;
      case Fused fused when fused.counts() -> Long.BYTES;
      default -> BYTES;
    };
  }

  /// Returns whether two loops have equal results.
  boolean isEqual(Loop one, Loop other) {
    MemorySegment first = expected.memory().asSlice(expected.at(), definedBytes());
    MemorySegment second = found.memory().asSlice(found.at(), definedBytes());
    first.fill((byte) 0);
    second.fill((byte) 0);
    one.run(operands, expected, count);
    other.run(operands, found, count);
    return areEqual(first, second);
  }

  private boolean areEqual(MemorySegment one, MemorySegment other) {
    // An operation on two NaNs may return the bits of either.
    return switch (operation instanceof Fused ? type : ScalarKind.INT8) {
      case FLOAT64 -> Arrays.equals(one.toArray(DOUBLE), other.toArray(DOUBLE));
      case FLOAT32 -> Arrays.equals(one.toArray(FLOAT), other.toArray(FLOAT));
      default -> one.mismatch(other) < 0;
    };
  }

  /// Copies the lower half of the memory, which holds the operands and results, to the upper half.
  /// The half is larger than the L1 cache, and large enough to make the cost of the call
  /// negligible.
  void copy() {
    MemorySegment memory = found.memory();
    MemorySegment.copy(memory, 0, memory, COPIED, COPIED);
  }

  /// Returns how many operands together have as many bytes as [#copy] copies.
  double copies() {
    return (double) COPIED / count / operandSize(operation, type);
  }

  /// Runs a loop.
  void run(Loop loop) {
    loop.run(operands, found, count);
  }
}
