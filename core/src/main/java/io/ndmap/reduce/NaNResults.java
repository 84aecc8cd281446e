package io.ndmap.reduce;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.move.SmallFloats;
import io.ndmap.pass.Items;
import io.ndmap.value.CanonicalNaN;
import io.ndmap.value.ItemValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Makes all NaN of a new array canonical, as [CanonicalNaN] does for one number.
final class NaNResults {

  private NaNResults() {}

  /// @param fresh in C order, little-endian
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
      case FLOAT16 -> {
        for (long at = start; at < end; at += Short.BYTES) {
          float item = Float.float16ToFloat(items.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
          if (Float.isNaN(item)) {
            items.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(Float.NaN));
          }
        }
      }
      case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 -> {
        int size = kind.itemsize();
        for (long at = start; at < end; at += size) {
          if (Float.isNaN(
              SmallFloats.toFloat(kind, (int) ItemValue.bits(items, at, size, false)))) {
            ItemValue.setBits(items, at, size, false, SmallFloats.ofFloat(kind, Float.NaN));
          }
        }
      }
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
      case LONGDOUBLE -> {
        for (long at = start; at < end; at += kind.itemsize()) {
          if (Double.isNaN(ItemValue.readLongDouble(items, at, false))) {
            ItemValue.writeLongDouble(items, at, false, Double.NaN);
          }
        }
      }
      default -> {
        // Integers have none.
      }
    }
  }
}
