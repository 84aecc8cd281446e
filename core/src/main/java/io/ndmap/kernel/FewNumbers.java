package io.ndmap.kernel;

import io.ndmap.dtype.ScalarKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Loops over fewer than [DoubleSums#SHORT] contiguous real numbers in native memory: they read in
/// place, because a copy would take longer than the computation. They use the order of the loops
/// over arrays, so that the bits are the same.
///
/// The buffer knows the byte order, so that one loop serves both. Steps are of bytes.
final class FewNumbers {

  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;
  private static final long INT = 0xffff_ffffL;
  private static final int SIGNED = -1;

  private FewNumbers() {}

  /// The bytes of some numbers.
  static ByteBuffer buffer(
      ScalarKind kind, boolean big, MemorySegment segment, long at, int count) {
    return RunBuffers.bytes(segment, at, count * kind.itemsize(), big);
  }

  /// The sum as doubles.
  static double sum(ScalarKind kind, ByteBuffer values) {
    return loop(kind, values, false, 0);
  }

  /// The squared distances from a number, added up.
  static double squares(ScalarKind kind, ByteBuffer values, double mean) {
    return loop(kind, values, true, mean);
  }

  /// Both at one place, which makes it too large to be inlined: within its callers, which are many
  /// deep, HotSpot would not inline what the buffer does.
  private static double loop(ScalarKind kind, ByteBuffer values, boolean squared, double mean) {
    return switch (kind) {
      case FLOAT64 -> squared ? squaresOfDoubles(values, mean) : sumOfDoubles(values);
      case FLOAT32 -> squared ? squaresOfFloats(values, mean) : sumOfFloats(values);
      case FLOAT16 -> squared ? squaresOfHalves(values, mean) : sumOfHalves(values);
      case BOOL -> squared ? squaresOfFlags(values, mean) : sumOfFlags(values);
      case INT8 -> squared ? squaresOfBytes(values, mean, SIGNED) : sumOfBytes(values, SIGNED);
      case UINT8 -> squared ? squaresOfBytes(values, mean, BYTE) : sumOfBytes(values, BYTE);
      case INT16 -> squared ? squaresOfShorts(values, mean, SIGNED) : sumOfShorts(values, SIGNED);
      case UINT16 -> squared ? squaresOfShorts(values, mean, SHORT) : sumOfShorts(values, SHORT);
      case INT32 -> squared ? squaresOfInts(values, mean, SIGNED) : sumOfInts(values, SIGNED);
      case UINT32 -> squared ? squaresOfInts(values, mean, INT) : sumOfInts(values, INT);
      case INT64 -> squared ? squaresOfLongs(values, mean) : sumOfLongs(values);
      case UINT64 -> squared ? squaresOfUnsignedLongs(values, mean) : sumOfUnsignedLongs(values);
      default -> throw new AssertionError(kind);
    };
  }

  // ---- sums

  private static double sumOfDoubles(ByteBuffer values) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 64 <= end; i += 64) {
      s0 += values.getDouble(i);
      s1 += values.getDouble(i + 8);
      s2 += values.getDouble(i + 16);
      s3 += values.getDouble(i + 24);
      s4 += values.getDouble(i + 32);
      s5 += values.getDouble(i + 40);
      s6 += values.getDouble(i + 48);
      s7 += values.getDouble(i + 56);
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 8) {
      sum += values.getDouble(i);
    }
    return sum;
  }

  private static double sumOfFloats(ByteBuffer values) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 32 <= end; i += 32) {
      s0 += values.getFloat(i);
      s1 += values.getFloat(i + 4);
      s2 += values.getFloat(i + 8);
      s3 += values.getFloat(i + 12);
      s4 += values.getFloat(i + 16);
      s5 += values.getFloat(i + 20);
      s6 += values.getFloat(i + 24);
      s7 += values.getFloat(i + 28);
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 4) {
      sum += values.getFloat(i);
    }
    return sum;
  }

  private static double sumOfHalves(ByteBuffer values) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 16 <= end; i += 16) {
      s0 += Float.float16ToFloat(values.getShort(i));
      s1 += Float.float16ToFloat(values.getShort(i + 2));
      s2 += Float.float16ToFloat(values.getShort(i + 4));
      s3 += Float.float16ToFloat(values.getShort(i + 6));
      s4 += Float.float16ToFloat(values.getShort(i + 8));
      s5 += Float.float16ToFloat(values.getShort(i + 10));
      s6 += Float.float16ToFloat(values.getShort(i + 12));
      s7 += Float.float16ToFloat(values.getShort(i + 14));
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 2) {
      sum += Float.float16ToFloat(values.getShort(i));
    }
    return sum;
  }

  private static double sumOfFlags(ByteBuffer values) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    long s4 = 0;
    long s5 = 0;
    long s6 = 0;
    long s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 8 <= end; i += 8) {
      s0 += values.get(i) == 0 ? 0 : 1;
      s1 += values.get(i + 1) == 0 ? 0 : 1;
      s2 += values.get(i + 2) == 0 ? 0 : 1;
      s3 += values.get(i + 3) == 0 ? 0 : 1;
      s4 += values.get(i + 4) == 0 ? 0 : 1;
      s5 += values.get(i + 5) == 0 ? 0 : 1;
      s6 += values.get(i + 6) == 0 ? 0 : 1;
      s7 += values.get(i + 7) == 0 ? 0 : 1;
    }
    long sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i++) {
      sum += values.get(i) == 0 ? 0 : 1;
    }
    return sum;
  }

  private static double sumOfBytes(ByteBuffer values, int mask) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    long s4 = 0;
    long s5 = 0;
    long s6 = 0;
    long s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 8 <= end; i += 8) {
      s0 += values.get(i) & mask;
      s1 += values.get(i + 1) & mask;
      s2 += values.get(i + 2) & mask;
      s3 += values.get(i + 3) & mask;
      s4 += values.get(i + 4) & mask;
      s5 += values.get(i + 5) & mask;
      s6 += values.get(i + 6) & mask;
      s7 += values.get(i + 7) & mask;
    }
    long sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i++) {
      sum += values.get(i) & mask;
    }
    return sum;
  }

  private static double sumOfShorts(ByteBuffer values, int mask) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    long s4 = 0;
    long s5 = 0;
    long s6 = 0;
    long s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 16 <= end; i += 16) {
      s0 += values.getShort(i) & mask;
      s1 += values.getShort(i + 2) & mask;
      s2 += values.getShort(i + 4) & mask;
      s3 += values.getShort(i + 6) & mask;
      s4 += values.getShort(i + 8) & mask;
      s5 += values.getShort(i + 10) & mask;
      s6 += values.getShort(i + 12) & mask;
      s7 += values.getShort(i + 14) & mask;
    }
    long sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 2) {
      sum += values.getShort(i) & mask;
    }
    return sum;
  }

  private static double sumOfInts(ByteBuffer values, long mask) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    long s4 = 0;
    long s5 = 0;
    long s6 = 0;
    long s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 32 <= end; i += 32) {
      s0 += values.getInt(i) & mask;
      s1 += values.getInt(i + 4) & mask;
      s2 += values.getInt(i + 8) & mask;
      s3 += values.getInt(i + 12) & mask;
      s4 += values.getInt(i + 16) & mask;
      s5 += values.getInt(i + 20) & mask;
      s6 += values.getInt(i + 24) & mask;
      s7 += values.getInt(i + 28) & mask;
    }
    long sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 4) {
      sum += values.getInt(i) & mask;
    }
    return sum;
  }

  private static double sumOfLongs(ByteBuffer values) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 64 <= end; i += 64) {
      s0 += values.getLong(i);
      s1 += values.getLong(i + 8);
      s2 += values.getLong(i + 16);
      s3 += values.getLong(i + 24);
      s4 += values.getLong(i + 32);
      s5 += values.getLong(i + 40);
      s6 += values.getLong(i + 48);
      s7 += values.getLong(i + 56);
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 8) {
      sum += values.getLong(i);
    }
    return sum;
  }

  private static double sumOfUnsignedLongs(ByteBuffer values) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 64 <= end; i += 64) {
      s0 += RunReader.unsignedToDouble(values.getLong(i));
      s1 += RunReader.unsignedToDouble(values.getLong(i + 8));
      s2 += RunReader.unsignedToDouble(values.getLong(i + 16));
      s3 += RunReader.unsignedToDouble(values.getLong(i + 24));
      s4 += RunReader.unsignedToDouble(values.getLong(i + 32));
      s5 += RunReader.unsignedToDouble(values.getLong(i + 40));
      s6 += RunReader.unsignedToDouble(values.getLong(i + 48));
      s7 += RunReader.unsignedToDouble(values.getLong(i + 56));
    }
    double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    for (; i < end; i += 8) {
      sum += RunReader.unsignedToDouble(values.getLong(i));
    }
    return sum;
  }

  // ---- squares

  private static double squaresOfDoubles(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 32 <= end; i += 32) {
      double d0 = values.getDouble(i) - mean;
      double d1 = values.getDouble(i + 8) - mean;
      double d2 = values.getDouble(i + 16) - mean;
      double d3 = values.getDouble(i + 24) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 8) {
      double d = values.getDouble(i) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfFloats(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 16 <= end; i += 16) {
      double d0 = values.getFloat(i) - mean;
      double d1 = values.getFloat(i + 4) - mean;
      double d2 = values.getFloat(i + 8) - mean;
      double d3 = values.getFloat(i + 12) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 4) {
      double d = values.getFloat(i) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfHalves(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 8 <= end; i += 8) {
      double d0 = Float.float16ToFloat(values.getShort(i)) - mean;
      double d1 = Float.float16ToFloat(values.getShort(i + 2)) - mean;
      double d2 = Float.float16ToFloat(values.getShort(i + 4)) - mean;
      double d3 = Float.float16ToFloat(values.getShort(i + 6)) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 2) {
      double d = Float.float16ToFloat(values.getShort(i)) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfFlags(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 4 <= end; i += 4) {
      double d0 = (values.get(i) == 0 ? 0 : 1) - mean;
      double d1 = (values.get(i + 1) == 0 ? 0 : 1) - mean;
      double d2 = (values.get(i + 2) == 0 ? 0 : 1) - mean;
      double d3 = (values.get(i + 3) == 0 ? 0 : 1) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i++) {
      double d = (values.get(i) == 0 ? 0 : 1) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfBytes(ByteBuffer values, double mean, int mask) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 4 <= end; i += 4) {
      double d0 = (values.get(i) & mask) - mean;
      double d1 = (values.get(i + 1) & mask) - mean;
      double d2 = (values.get(i + 2) & mask) - mean;
      double d3 = (values.get(i + 3) & mask) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i++) {
      double d = (values.get(i) & mask) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfShorts(ByteBuffer values, double mean, int mask) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 8 <= end; i += 8) {
      double d0 = (values.getShort(i) & mask) - mean;
      double d1 = (values.getShort(i + 2) & mask) - mean;
      double d2 = (values.getShort(i + 4) & mask) - mean;
      double d3 = (values.getShort(i + 6) & mask) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 2) {
      double d = (values.getShort(i) & mask) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfInts(ByteBuffer values, double mean, long mask) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 16 <= end; i += 16) {
      double d0 = (values.getInt(i) & mask) - mean;
      double d1 = (values.getInt(i + 4) & mask) - mean;
      double d2 = (values.getInt(i + 8) & mask) - mean;
      double d3 = (values.getInt(i + 12) & mask) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 4) {
      double d = (values.getInt(i) & mask) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfLongs(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 32 <= end; i += 32) {
      double d0 = values.getLong(i) - mean;
      double d1 = values.getLong(i + 8) - mean;
      double d2 = values.getLong(i + 16) - mean;
      double d3 = values.getLong(i + 24) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 8) {
      double d = values.getLong(i) - mean;
      sum += d * d;
    }
    return sum;
  }

  private static double squaresOfUnsignedLongs(ByteBuffer values, double mean) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int end = values.limit();
    int i = 0;
    for (; i + 32 <= end; i += 32) {
      double d0 = RunReader.unsignedToDouble(values.getLong(i)) - mean;
      double d1 = RunReader.unsignedToDouble(values.getLong(i + 8)) - mean;
      double d2 = RunReader.unsignedToDouble(values.getLong(i + 16)) - mean;
      double d3 = RunReader.unsignedToDouble(values.getLong(i + 24)) - mean;
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    double sum = (s0 + s1) + (s2 + s3);
    for (; i < end; i += 8) {
      double d = RunReader.unsignedToDouble(values.getLong(i)) - mean;
      sum += d * d;
    }
    return sum;
  }
}
