package io.ndmap.order;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.pass.Items;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// One of the 64-bit keys of an element. Elements are ordered lexicographically: by their first
/// keys, then by their second keys, and so on.
///
/// Real numbers and times have one key, long doubles two; complex numbers have a NaN class and the
/// keys of both parts. Text and raw memory have one key for each eight bytes, and structures have
/// the keys of their fields. Except for [#ofBits], keys are equal if and only if the elements are
/// equal in NumPy's order, in which all NaN are equal, and 0.0 equals -0.0.
///
/// @param readers makes a reader of keys for each thread
/// @param isClass whether keys are NaN classes of complex numbers, which stay in ascending order
///   when the order of the numbers is reversed
/// @param hasNaN whether the highest key means NaN or `NaT`; for NaN classes, every key except 0
///   means NaN
/// @param inStruct whether the elements are structures, which are unequal if they have NaN
public record KeyColumn(
    Supplier<KeyReader> readers, boolean isClass, boolean hasNaN, boolean inStruct) {

  private static final int WORD = Long.BYTES;

  // ---- keys of a dtype

  /// Returns the keys of elements, most significant first.
  ///
  /// @param fields for structured dtypes, the names of the fields to compare first
  /// @throws DTypeException if the elements have no order, or there is no such field
  /// @throws IllegalArgumentException if a field is named twice
  public static List<KeyColumn> of(Items items, String... fields) {
    List<KeyColumn> columns = new ArrayList<>();
    if (items.dtype() instanceof StructType struct) {
      addFields(columns, items, ordered(items, struct, fields), 0);
      columns.replaceAll(KeyColumn::ofStruct);
    } else if (fields.length > 0) {
      throw new DTypeException(
          items.backing().name() + ": " + items.dtype() + " has no fields to order by");
    } else {
      add(columns, items, items.dtype(), 0);
    }
    return columns;
  }

  /// Returns the key of numbers and times in the total order of [NumberSort]: keys differ if the
  /// bits differ, also for 0.0 and -0.0, but all NaN have the same key.
  ///
  /// @param items real numbers of at most eight bytes, or times
  public static KeyColumn ofBits(Items items) {
    boolean time = items.dtype() instanceof TimeType;
    return new KeyColumn(
        () -> new NumberKeys(items.kind(), items.isBigEndian(), time, 0, true), false, true, false);
  }

  private static List<Field> ordered(Items items, StructType struct, String... names) {
    Set<Field> fields = new LinkedHashSet<>();
    for (String name : names) {
      Field field =
          struct
              .find(name)
              .orElseThrow(
                  () ->
                      new DTypeException(
                          items.backing().name() + ": no field '" + name + "' in " + struct));
      if (!fields.add(field)) {
        throw new IllegalArgumentException(
            items.backing().name() + ": field '" + name + "' is named twice");
      }
    }
    fields.addAll(struct.fields());
    return List.copyOf(fields);
  }

  private static void addFields(
      List<KeyColumn> columns, Items items, List<Field> fields, int offset) {
    for (Field field : fields) {
      add(columns, items, field.dtype(), offset + field.offset());
    }
  }

  private static void add(List<KeyColumn> columns, Items items, DType dtype, int offset) {
    if (dtype.hasObject()) {
      throw new DTypeException(
          items.backing().name() + ": Python objects of " + items.dtype() + " have no order here");
    }
    switch (dtype) {
      case ScalarType scalar -> addNumber(columns, scalar, offset);
      case TimeType time -> columns.add(number(ScalarKind.INT64, time.order(), offset, true));
      case StructType struct -> addFields(columns, items, struct.fields(), offset);
      case TextType text ->
          addBytes(columns, dtype.itemsize(), offset, text.order() == ByteOrder.LITTLE_ENDIAN);
      // Subarrays are compared as raw bytes, as in NumPy.
      default -> addBytes(columns, dtype.itemsize(), offset, false);
    }
  }

  private static void addNumber(List<KeyColumn> columns, ScalarType scalar, int offset) {
    ScalarKind part = scalar.kind().part();
    if (!scalar.kind().isComplex()) {
      columns.addAll(real(part, scalar.order(), offset));
      return;
    }
    List<KeyColumn> real = real(part, scalar.order(), offset);
    List<KeyColumn> imaginary = real(part, scalar.order(), offset + part.itemsize());
    columns.add(
        new KeyColumn(
            () -> new NaNClasses(real.getFirst(), imaginary.getFirst()), true, true, false));
    columns.addAll(real);
    columns.addAll(imaginary);
  }

  private static List<KeyColumn> real(ScalarKind kind, ByteOrder order, int offset) {
    if (!kind.isExtended()) {
      return List.of(number(kind, order, offset, false));
    }
    boolean big = order == ByteOrder.BIG_ENDIAN;
    return List.of(
        new KeyColumn(() -> new LongDoubleKeys(offset, big, true), false, true, false),
        new KeyColumn(() -> new LongDoubleKeys(offset, big, false), false, false, false));
  }

  private static KeyColumn number(ScalarKind kind, ByteOrder order, int offset, boolean time) {
    boolean big = order == ByteOrder.BIG_ENDIAN;
    return new KeyColumn(
        () -> new NumberKeys(kind, big, time, offset, false), false, time || kind.isFloat(), false);
  }

  private static void addBytes(
      List<KeyColumn> columns, int itemsize, int offset, boolean littleUnits) {
    for (int done = 0; done < itemsize; done += WORD) {
      int at = offset + done;
      int length = Math.min(WORD, itemsize - done);
      columns.add(new KeyColumn(() -> new ByteKeys(at, length, littleUnits), false, false, false));
    }
  }

  // ---- properties of keys

  private KeyColumn ofStruct() {
    return new KeyColumn(readers, isClass, hasNaN, true);
  }

  /// Whether elements with this key are unequal to each other: structures with NaN or `NaT`.
  boolean isUnequal(long key) {
    return inStruct && hasNaN && (isClass ? key > 0 : key == Long.MAX_VALUE);
  }

  /// Whether the key is a class of complex numbers with NaN. `numpy.unique` treats all complex
  /// numbers with NaN as equal, although their keys may differ.
  boolean isEqualClass(long key) {
    return isClass && !inStruct && key > 0;
  }

  /// Returns the keys of the descending order, in which NaN and `NaT` still come last.
  KeyColumn reversed() {
    return isClass ? this : new KeyColumn(() -> reversed(readers.get()), false, hasNaN, inStruct);
  }

  private KeyReader reversed(KeyReader ascending) {
    return (segment, at, stride, count, to, start) -> {
      ascending.read(segment, at, stride, count, to, start);
      for (int i = start; i < start + count; i++) {
        // The highest key is reserved for NaN, so the complements of all other keys are shifted by
        // one.
        to[i] = hasNaN ? to[i] == Long.MAX_VALUE ? to[i] : ~to[i] - 1 : ~to[i];
      }
    };
  }

  /// NaN classes of complex numbers: 0 without NaN, 1 if the imaginary part is NaN, 2 if the real
  /// part is NaN, 3 if both are.
  private static final class NaNClasses implements KeyReader {
    private final KeyReader real;
    private final KeyReader imaginary;
    private final long[] other = new long[KeyReader.BLOCK];

    NaNClasses(KeyColumn real, KeyColumn imaginary) {
      this.real = real.readers.get();
      this.imaginary = imaginary.readers.get();
    }

    @Override
    public void read(MemorySegment segment, long at, long stride, int count, long[] to, int start) {
      real.read(segment, at, stride, count, to, start);
      imaginary.read(segment, at, stride, count, other, 0);
      for (int i = 0; i < count; i++) {
        to[start + i] =
            (to[start + i] == Long.MAX_VALUE ? 2L : 0) + (other[i] == Long.MAX_VALUE ? 1L : 0);
      }
    }
  }
}
