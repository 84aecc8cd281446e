package io.ndmap.loop.plain;

import io.ndmap.loop.Sums;
import io.ndmap.memory.Templates;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The class data ([Templates]) of a hidden copy of a plain loop: an entry of [PlainTable], which
/// is an operation on up to three operands.
///
/// @param operation an instance of one of the interfaces or records below
/// @param itemsize bytes of an element of an operand
/// @param isUnsigned whether small integers are unsigned
/// @param block the number of elements of a block, see [Sums]
record PlainTemplateData(Object operation, int itemsize, boolean isUnsigned, int block) {

  /// An operation on integers of up to 32 bits; only the low bits of the result are used.
  interface IntMap {
    int of(int a, int b, int c);
  }

  /// An operation on 64-bit integers.
  interface LongMap {
    long of(long a, long b, long c);
  }

  /// Like [IntMap], on one element and two numbers. Such an operation has so many instructions that
  /// HotSpot vectorises the loop only if the results are stored into a Java array.
  interface IntSteps {
    int of(int a, int b, int c);
  }

  interface LongSteps {
    long of(long a, long b, long c);
  }

  /// An operation on 32-bit floating-point numbers.
  interface FloatMap {
    float of(float a, float b, float c);
  }

  /// An operation on 64-bit floating-point numbers.
  interface DoubleMap {
    double of(double a, double b, double c);
  }

  /// Loads one element as a long.
  interface LongItem {
    long of(MemorySegment items, long at);
  }

  /// Loads one element as a double.
  interface DoubleItem {
    double of(MemorySegment items, long at);
  }

  /// Loads one 32-bit element.
  interface IntItem {
    int of(MemorySegment items, long at);
  }

  /// Reduces rows, see [io.ndmap.loop.FourRows].
  ///
  /// @param item loads an element
  /// @param operation combines elements
  /// @param last combines a result with the reduced elements
  record LongRows(LongItem item, LongMap operation, LongMap last) {}

  /// Like [LongRows], for 32-bit elements.
  record IntRows(IntItem item, IntMap operation, IntMap last) {}

  /// Like [LongRows], with results that are doubles.
  record DoubleRows(DoubleItem item, DoubleMap operation, DoubleMap last) {}

  /// Loads one element as a double, or computes the addend of one element.
  interface Addend {
    double of(MemorySegment items, long at, double center);
  }

  /// A test of integers of up to 32 bits, or of the bits of floats. The result is 1 or 0. Tests are
  /// branch-free, because branches on elements are unpredictable.
  interface IntTest {
    long of(int a, int b, int c);
  }

  /// A test of 64-bit integers, see [IntTest].
  interface LongTest {
    long of(long a, long b, long c);
  }

  /// A test of 64-bit floating-point numbers, see [IntTest].
  interface DoubleTest {
    long of(double a, double b, double c);
  }

  /// An operation on complex numbers of doubles; stores the parts at k and k + 1.
  interface Pairs {
    void of(double a, double b, double c, double d, double[] z, int k);
  }

  /// An operation on complex numbers of floats; stores the parts at k and k + 1.
  interface FloatPairs {
    void of(float a, float b, float c, float d, float[] z, int k);
  }

  /// An operation from a complex number to a real one.
  interface PairToReal {
    double of(double a, double b);
  }

  /// A test of complex numbers of doubles.
  interface PairTest {
    boolean of(double a, double b, double c, double d);
  }

  /// Returns the class data of a hidden class.
  static PlainTemplateData of(MethodHandles.Lookup lookup) {
    PlainTemplateData data = Templates.data(lookup, PlainTemplateData.class);
    return Objects.requireNonNullElseGet(data, () -> new PlainTemplateData(lookup, 0, false, 1));
  }

  /// Returns the operation if it has the type, else null.
  <T> @Nullable T as(Class<T> type) {
    return type.isInstance(operation) ? type.cast(operation) : null;
  }
}
