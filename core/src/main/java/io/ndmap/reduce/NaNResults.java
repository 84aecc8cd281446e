package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ItemValue;
import io.ndmap.value.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Makes all NaNs of a new array canonical, as [CanonicalNaN] does for one number.
final class NaNResults {

  private NaNResults() {}

  /// @param fresh a new array in C order, little-endian
  static void canonicalize(Items fresh) {
    if (fresh.dtype() instanceof ScalarType scalar) {
      int parts = scalar.kind().isComplex() ? 2 : 1;
      long count = fresh.itemCount() * parts;
      canonicalize(fresh.segment(), scalar.kind().part(), fresh.strided().offset(), count);
    }
  }

  private static void canonicalize(MemorySegment items, ScalarKind kind, long start, long count) {
    long end = start + count * kind.itemsize();
    switch (kind) {
      case FLOAT32 -> {
        for (long at = start; at < end; at += Float.BYTES) {
          if (Float.isNaN(items.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at))) {
            items.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, Float.NaN);
          }
        }
      }
      case FLOAT64 -> {
        for (long at = start; at < end; at += Double.BYTES) {
          if (Double.isNaN(items.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at))) {
            items.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, Double.NaN);
          }
        }
      }
      default -> {
        // Integers have no NaN.
        if (kind.isNarrow()) {
          canonicalizeNarrow(items, kind, start, end);
        } else if (kind.isExtended()) {
          canonicalizeExtended(items, start, end);
        }
      }
    }
  }

  private static void canonicalizeNarrow(
      MemorySegment items, ScalarKind kind, long start, long end) {
    int size = kind.itemsize();
    long nan = ScalarBits.ofDouble(kind, Double.NaN);
    for (long at = start; at < end; at += size) {
      if (Double.isNaN(ScalarBits.toDouble(kind, ItemValue.bits(items, at, size, false)))) {
        ItemValue.setBits(items, at, size, false, nan);
      }
    }
  }

  private static void canonicalizeExtended(MemorySegment items, long start, long end) {
    for (long at = start; at < end; at += 2 * Long.BYTES) {
      if (Double.isNaN(ItemValue.readLongDouble(items, at, false))) {
        ItemValue.writeLongDouble(items, at, false, Double.NaN);
      }
    }
  }
}
