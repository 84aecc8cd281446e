package io.ndmap.loop.plain;

import io.ndmap.loop.Sums;
import io.ndmap.memory.Templates;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A row of the plain table: what is computed of three operands, of which it may take fewer.
///
/// @param operation one of the interfaces here
/// @param itemsize of the operands
/// @param isUnsigned whether small integers have no sign
/// @param block numbers of a block, see [Sums]
record PlainRow(Object operation, int itemsize, boolean isUnsigned, int block) {

  /// Computes with integers of up to 32 bits; of the result the low bits count.
  interface IntMap {
    int of(int a, int b, int c);
  }

  /// Computes with integers of 64 bits.
  interface LongMap {
    long of(long a, long b, long c);
  }

  /// The same with one item and two numbers, in so many steps that HotSpot makes vectors of them
  /// only where the results go into a Java array.
  interface IntSteps {
    int of(int a, int b, int c);
  }

  interface LongSteps {
    long of(long a, long b, long c);
  }

  /// Computes with floating-point numbers of 32 bits.
  interface FloatMap {
    float of(float a, float b, float c);
  }

  /// Computes with floating-point numbers of 64 bits.
  interface DoubleMap {
    double of(double a, double b, double c);
  }

  /// Gives one item of some.
  interface LongItem {
    long of(MemorySegment items, long at);
  }

  /// Gives one item of some as a double.
  interface DoubleItem {
    double of(MemorySegment items, long at);
  }

  /// Gives one item of some of 32 bits.
  interface IntItem {
    int of(MemorySegment items, long at);
  }

  /// Folds rows, see [io.ndmap.loop.FourRows].
  ///
  /// @param operation of items
  /// @param last of a result and what came of the items
  record LongRows(LongItem item, LongMap operation, LongMap last) {}

  /// The same of items of 32 bits.
  record IntRows(IntItem item, IntMap operation, IntMap last) {}

  /// The same with results that are doubles.
  record DoubleRows(DoubleItem item, DoubleMap operation, DoubleMap last) {}

  /// Gives one item of some, or what is added up of it, as a double.
  interface Addend {
    double of(MemorySegment items, long at, double center);
  }

  /// Asks about integers of up to 32 bits, or the bits of floats: 1 or 0, without a branch, which
  /// no processor could foresee.
  interface IntTest {
    long of(int a, int b, int c);
  }

  /// Asks about integers of 64 bits, in the same way.
  interface LongTest {
    long of(long a, long b, long c);
  }

  /// Asks about floating-point numbers of 64 bits, in the same way.
  interface DoubleTest {
    long of(double a, double b, double c);
  }

  /// Computes with complex numbers of doubles, and stores the parts at k and k + 1.
  interface Pairs {
    void of(double a, double b, double c, double d, double[] z, int k);
  }

  /// Computes with complex numbers of floats, and stores the parts at k and k + 1.
  interface FloatPairs {
    void of(float a, float b, float c, float d, float[] z, int k);
  }

  /// Computes a real number of a complex one.
  interface PairToReal {
    double of(double a, double b);
  }

  /// Asks about complex numbers of doubles.
  interface PairTest {
    boolean of(double a, double b, double c, double d);
  }

  /// The row of a hidden class.
  static PlainRow of(MethodHandles.Lookup lookup) {
    PlainRow row = Templates.data(lookup, PlainRow.class);
    return Objects.requireNonNullElseGet(row, () -> new PlainRow(lookup, 0, false, 1));
  }

  /// What is computed, if it is of that kind.
  <T> @Nullable T as(Class<T> type) {
    return type.isInstance(operation) ? type.cast(operation) : null;
  }
}
