package io.ndmap.pickle;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.python.PyTuple;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A dtype that a pickle creates from its kind and size, such as `i4` or `V12`. Its state has the
/// byte order, the fields and the unit.
final class UnbuiltDType extends Unbuilt {

  /// The minimum length of a state: version, byte order, subarray, names, fields, itemsize,
  /// alignment. Flags and metadata may follow.
  private static final int LEAST_ITEMS = 7;

  private static final int MOST_ITEMS = 9;

  /// The index of the metadata in a state.
  private static final int METADATA = 8;

  private static final int MAX_DEPTH = 64;
  private static final int MAX_FIELDS = 10_000;

  private final DType kind;

  private UnbuiltDType(DType kind) {
    super(kind);
    this.kind = kind;
  }

  static UnbuiltDType of(Arguments arguments) {
    try {
      return new UnbuiltDType(DType.parse(arguments.requireCount(1, 3).name(0)));
    } catch (DTypeException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  String describe() {
    return "numpy.dtype";
  }

  @Override
  Object valueOf(@Nullable Object state) {
    Arguments items =
        Arguments.of("the state of numpy.dtype", state).requireCount(LEAST_ITEMS, MOST_ITEMS);
    try {
      if (items.get(2) != null) {
        return subarray(Arguments.of("the subarray of numpy.dtype", items.get(2)));
      }
      return items.get(3) == null ? plain(items) : structure(items);
    } catch (DTypeException e) {
      throw new BadValueException(String.valueOf(e.getMessage()));
    }
  }

  private DType plain(Arguments items) {
    ByteOrder order = items.name(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    DType sized =
        switch (kind) {
          case BytesType _ -> new BytesType(items.size(5));
          case VoidType _ -> new VoidType(items.size(5));
          case TextType text -> new TextType(items.size(5) / Integer.BYTES, text.order());
          case TimeType time when items.count() > METADATA -> unit(time, items.get(METADATA));
          default -> kind;
        };
    return sized.withByteOrder(order);
  }

  /// Returns a time dtype with its unit. The metadata is a pair of the user's metadata, which files
  /// do not store, and the unit.
  private static DType unit(TimeType time, @Nullable Object metadata) {
    Arguments pair = Arguments.of("the metadata of numpy.dtype", metadata).requireCount(2, 2);
    Arguments unit = Arguments.of("the unit of numpy.dtype", pair.get(1)).requireCount(2, 4);
    String name = new String(unit.bytesOrLatin1(0), StandardCharsets.ISO_8859_1);
    String code = String.valueOf(time.kind().code());
    return DType.parse(
        name.equals("generic") ? code + "8" : code + "8[" + unit.number(1) + name + "]");
  }

  private static DType subarray(Arguments pair) {
    DType base = pair.requireCount(2, 2).get(0, DType.class, "a dtype");
    Arguments sizes =
        pair.get(1) instanceof PyTuple
            ? Arguments.of("the shape of numpy.dtype", pair.get(1))
            : new Arguments("the shape of numpy.dtype", List.of(pair.integer(1)));
    List<Integer> shape = new ArrayList<>();
    for (int i = 0; i < sizes.count(); i++) {
      shape.add(sizes.size(i));
    }
    DType all = shape.isEmpty() ? base : new SubarrayType(base, shape);
    requireSmall(all, MAX_DEPTH, new int[] {MAX_FIELDS});
    return all;
  }

  private static DType structure(Arguments items) {
    Arguments names = Arguments.of("the names of numpy.dtype", items.get(3));
    Map<?, ?> all = items.get(4, Map.class, "a dict");
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.count(); i++) {
      String name = names.name(i);
      Object key = names.get(i) instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : name;
      Arguments field =
          Arguments.of("a field of numpy.dtype", Unbuilt.built(all.get(key))).requireCount(2, 3);
      String title = field.count() > 2 && field.get(2) instanceof String text ? text : null;
      fields.add(new Field(name, title, field.get(0, DType.class, "a dtype"), field.size(1)));
    }
    StructType struct = new StructType(fields, items.size(5));
    requireSmall(struct, MAX_DEPTH, new int[] {MAX_FIELDS});
    requireApart(struct);
    return struct;
  }

  /// Rejects dtypes that would take too long to traverse: a short pickle can use one dtype in many
  /// fields, at each level.
  private static void requireSmall(DType dtype, int depth, int[] fields) {
    if (depth == 0 || --fields[0] < 0) {
      throw new BadValueException(
          "a numpy.dtype with more than %s fields or %s levels".formatted(MAX_FIELDS, MAX_DEPTH));
    }
    if (dtype instanceof StructType struct) {
      struct.fields().forEach(field -> requireSmall(field.dtype(), depth - 1, fields));
    } else if (dtype instanceof SubarrayType subarray) {
      requireSmall(subarray.base(), depth - 1, fields);
    }
  }

  /// Rejects overlapping fields if the structure holds objects: one field would overwrite the index
  /// that stands for an object in another.
  private static void requireApart(StructType struct) {
    if (!struct.hasObject()) {
      return;
    }
    long end = 0;
    for (Field field :
        struct.fields().stream().sorted(Comparator.comparingInt(Field::offset)).toList()) {
      if (field.offset() < end) {
        throw new BadValueException("a numpy.dtype with objects and fields that overlap");
      }
      end = (long) field.offset() + field.dtype().itemsize();
    }
  }
}
