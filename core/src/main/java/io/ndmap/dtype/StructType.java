package io.ndmap.dtype;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A record of named fields, `[('x', '<f8'), ('y', '<f8')]`, each at its own offset.
///
/// There may be padding before, between and after the fields. A field is found by its name or its
/// title; all names and titles together are unique in the structure, as NumPy requires.
///
/// @param fields the fields in the order of NumPy's `dtype.names`; their byte ranges may overlap or
///   be out of order, but then a header cannot express the structure
/// @param itemsize the size of an element in bytes, at least the end of every field
public record StructType(List<Field> fields, int itemsize) implements DType {

  /// Creates the structure.
  ///
  /// @throws DTypeException if a name or title occurs twice, a field ends after `itemsize`, or
  ///   `itemsize` is negative
  public StructType {
    fields = List.copyOf(fields);
    if (itemsize < 0) {
      throw new DTypeException("an itemsize must not be negative, found " + itemsize);
    }
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (!seen.add(field.name())) {
        throw new DTypeException(
            "field '" + field.name() + "': name already used as a name or title");
      }
      if (field.title() != null && !seen.add(field.title())) {
        throw new DTypeException(
            "field '" + field.name() + "': title already used as a name or title");
      }
      if ((long) field.offset() + field.dtype().itemsize() > itemsize) {
        throw new DTypeException(
            "field '"
                + field.name()
                + "' ends at byte "
                + ((long) field.offset() + field.dtype().itemsize())
                + ", beyond the element's end at "
                + itemsize);
      }
    }
  }

  /// A structure of contiguous fields.
  ///
  /// @param fields the fields; their offsets are replaced
  /// @return the structure
  /// @throws DTypeException if a name or title occurs twice or the size exceeds 2³¹-1 bytes
  public static StructType packed(List<Field> fields) {
    List<Field> placed = new ArrayList<>(fields.size());
    long end = 0;
    for (Field field : fields) {
      placed.add(field.at(checkedSize(end)));
      end += field.dtype().itemsize();
    }
    return new StructType(placed, checkedSize(end));
  }

  /// A structure with the layout of a C compiler, as `numpy.dtype([...], align=True)`: each field
  /// is aligned, and the size is a multiple of the largest alignment.
  ///
  /// Real numbers are aligned to their size (a long double to 16 bytes), complex numbers like their
  /// parts, times and objects to 8 bytes, `U` to 4 bytes, `S` and `V` to 1 byte, and subarrays like
  /// their base. A nested structure with this layout is aligned like its most strictly aligned
  /// field, any other nested structure to 1 byte. (NumPy records how a structure was created, and
  /// aligns a nested structure that has this layout only by coincidence to 1 byte; a file does not
  /// preserve that record.)
  ///
  /// @param fields the fields; their offsets are replaced
  /// @return the structure
  /// @throws DTypeException if a name or title occurs twice or the size exceeds 2³¹-1 bytes
  public static StructType aligned(List<Field> fields) {
    List<Field> placed = new ArrayList<>(fields.size());
    long end = 0;
    int strictest = 1;
    for (Field field : fields) {
      int alignment = Alignment.of(field.dtype());
      long start = Alignment.roundUp(end, alignment);
      placed.add(field.at(checkedSize(start)));
      end = start + field.dtype().itemsize();
      strictest = Math.max(strictest, alignment);
    }
    return new StructType(placed, checkedSize(Alignment.roundUp(end, strictest)));
  }

  private static int checkedSize(long size) {
    if (size > Integer.MAX_VALUE) {
      throw new DTypeException("a structure of " + size + " bytes exceeds 2^31-1 bytes");
    }
    return (int) size;
  }

  /// Finds a field by its name or title.
  ///
  /// @param nameOrTitle the name or the title of the field
  /// @return the field, or empty if there is no such field
  public Optional<Field> find(String nameOrTitle) {
    return fields.stream()
        .filter(f -> f.name().equals(nameOrTitle) || nameOrTitle.equals(f.title()))
        .findFirst();
  }

  @Override
  public StructType withByteOrder(ByteOrder newOrder) {
    return new StructType(
        fields.stream().map(f -> f.holding(f.dtype().withByteOrder(newOrder))).toList(), itemsize);
  }

  @Override
  public boolean hasObject() {
    return fields.stream().anyMatch(f -> f.dtype().hasObject());
  }

  @Override
  public String descr() {
    return DescrWriter.literal(this);
  }

  /// The literal of the header, or a list of fields with their offsets if a header cannot express
  /// the structure.
  @Override
  public String toString() {
    return DescrWriter.text(this);
  }
}
