package io.ndmap.benchmarks.race;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// Loops of the Vector API over a mapped file, directly or through a buffer on the heap. A direct
/// loop ends the JVM if another process truncates the file, so ndmap copies tiles of mapped files
/// into memory that cannot fault (decision 50).
///
/// The class can be loaded only in a JVM with the module `jdk.incubator.vector`.
final class VectorLoops {

  private static final VectorShape WIDE =
      FloatVector.SPECIES_PREFERRED.vectorBitSize() < VectorShape.S_512_BIT.vectorBitSize()
          ? VectorShape.S_256_BIT
          : VectorShape.S_512_BIT;
  private static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, WIDE);
  private static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, WIDE);
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(WIDE.vectorBitSize() / Float.BYTES));
  private static final int LANES = FLOATS.length();

  /// The number of elements in a buffer. The bytes and the floats together, 20 KiB, stay in the
  /// first-level cache.
  private static final int BLOCK = 4096;

  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private VectorLoops() {}

  /// Converts `u1` to `f4` through buffers on the heap, which cannot fault.
  static void bytesToFloatsByBlocks(MemorySegment from, MemorySegment to, int n) {
    byte[] bytes = new byte[BLOCK];
    float[] floats = new float[BLOCK];
    for (int at = 0; at < n; at += BLOCK) {
      int length = Math.min(BLOCK, n - at);
      MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, bytes, 0, length);
      for (int i = 0; i < length; i += LANES) {
        floats(ByteVector.fromArray(BYTES, bytes, i)).intoArray(floats, i);
      }
      MemorySegment.copy(floats, 0, to, FLOAT, 4L * at, length);
    }
  }

  /// Converts `u1` to `f4`, directly from the mapped file.
  static void bytesToFloats(MemorySegment from, MemorySegment to, int n) {
    for (int i = 0; i < n; i += LANES) {
      floats(ByteVector.fromMemorySegment(BYTES, from, i, ByteOrder.LITTLE_ENDIAN))
          .intoMemorySegment(to, 4L * i, ByteOrder.LITTLE_ENDIAN);
    }
  }

  private static FloatVector floats(ByteVector bytes) {
    Vector<Integer> ints = bytes.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
    return (FloatVector) ints.convertShape(VectorOperators.I2F, FLOATS, 0);
  }

  /// Sums floats in single precision, as the C contender does, directly from the mapped file.
  static double sumFloats(MemorySegment from, int n) {
    FloatVector a = FloatVector.zero(FLOATS);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
    for (int i = 0; i < n; i += 4 * LANES) {
      a = a.add(floats(from, i));
      b = b.add(floats(from, i + LANES));
      c = c.add(floats(from, i + 2 * LANES));
      d = d.add(floats(from, i + 3 * LANES));
    }
    float[] lanes = a.add(b).add(c.add(d)).toArray();
    double sum = 0;
    for (float lane : lanes) {
      sum += lane;
    }
    return sum;
  }

  private static FloatVector floats(MemorySegment from, int at) {
    return FloatVector.fromMemorySegment(FLOATS, from, 4L * at, ByteOrder.LITTLE_ENDIAN);
  }
}
