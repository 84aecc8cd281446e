package io.ndmap.dtype;

import io.ndmap.literal.PyLiteral;
import io.ndmap.literal.PyLiteralException;
import io.ndmap.literal.PyRepr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Converts a literal to a dtype, as `numpy.lib.format.descr_to_dtype`: a string is read as a short
/// form, a tuple as a subarray, and anything else as a list of fields.
///
/// Rejected, although NumPy accepts them: sets of several fields (their order is arbitrary), pairs
/// of dtypes whose result NumPy cannot write back, and control characters, which NumPy interprets
/// as internal type numbers.
final class DescrReader {

  private DescrReader() {}

  /// Converts a description to a dtype.
  ///
  /// @param descr the value of `'descr':` in a header
  /// @return the dtype
  /// @throws PyLiteralException if NumPy does not accept the description as a dtype, or if this
  ///   class rejects it; the exception has the offset of the faulty part
  static DType read(PyLiteral descr) {
    return switch (descr) {
      case PyLiteral.Str string -> ofString(string);
      case PyLiteral.TupleOf tuple -> {
        if (tuple.items().size() < 2) {
          throw fail(
              tuple,
              "a tuple must hold a dtype and a shape, found " + tuple.items().size() + " items");
        }
        yield withShape(read(tuple.items().get(0)), tuple.items().get(1));
      }
      case PyLiteral.ListOf list -> struct(list.items(), list);
      case PyLiteral.SetOf set -> {
        if (set.items().size() > 1) {
          throw fail(set, "a set has no order, so that its fields have none");
        }
        yield struct(set.items(), set);
      }
      case PyLiteral.DictOf dict -> struct(keys(dict), dict);
      case PyLiteral.Bytes bytes when bytes.latin1().isEmpty() -> struct(List.of(), bytes);
      default ->
          throw fail(
              descr, "a dtype must be a string, a list of fields or a tuple of dtype and shape");
    };
  }

  private static List<PyLiteral> keys(PyLiteral.DictOf dict) {
    return dict.entries().stream().map(PyLiteral.Entry::key).toList();
  }

  private static DType ofString(PyLiteral.Str string) {
    try {
      return TypeString.parse(string.value());
    } catch (DTypeException e) {
      throw new PyLiteralException(reason(e), string.offset(), e);
    }
  }

  private static DType struct(List<PyLiteral> items, PyLiteral whole) {
    List<Field> fields = new ArrayList<>(items.size());
    long end = 0;
    for (PyLiteral item : items) {
      List<PyLiteral> parts = parts(item);
      DType dtype = read(parts.get(1));
      if (parts.size() == 3) {
        dtype = withShape(dtype, parts.get(2));
      }
      PyLiteral name = parts.getFirst();
      if (!isPadding(name, dtype)) {
        fields.add(field(name, dtype, (int) end));
      }
      end += dtype.itemsize();
      if (end > Integer.MAX_VALUE) {
        throw fail(item, "the structure exceeds 2^31-1 bytes");
      }
    }
    try {
      return new StructType(fields, (int) end);
    } catch (DTypeException e) {
      throw new PyLiteralException(reason(e), whole.offset(), e);
    }
  }

  /// Name, dtype and optional shape of a field, from anything that Python can unpack into two or
  /// three values.
  private static List<PyLiteral> parts(PyLiteral item) {
    List<PyLiteral> parts =
        switch (item) {
          case PyLiteral.TupleOf tuple -> tuple.items();
          case PyLiteral.ListOf list -> list.items();
          case PyLiteral.DictOf dict -> keys(dict);
          case PyLiteral.Str string -> characters(string);
          default -> throw fail(item, "a field must be a tuple of name, dtype and perhaps a shape");
        };
    if (parts.size() != 2 && parts.size() != 3) {
      throw fail(
          item,
          "a field must have a name, a dtype and perhaps a shape, found "
              + parts.size()
              + " parts");
    }
    return parts;
  }

  private static List<PyLiteral> characters(PyLiteral.Str string) {
    return string
        .value()
        .codePoints()
        .limit(4)
        .<PyLiteral>mapToObj(c -> new PyLiteral.Str(Character.toString(c), string.offset()))
        .toList();
  }

  /// Whether a field is padding: NumPy drops unnamed fields of type void, and considers every
  /// subarray void.
  private static boolean isPadding(PyLiteral name, DType dtype) {
    return name instanceof PyLiteral.Str string
        && string.value().isEmpty()
        && (dtype instanceof VoidType || dtype instanceof SubarrayType);
  }

  private static Field field(PyLiteral name, DType dtype, int offset) {
    if (name instanceof PyLiteral.Str string) {
      return new Field(string.value(), null, dtype, offset);
    }
    if (name instanceof PyLiteral.TupleOf tuple
        && tuple.items().size() == 2
        && tuple.items().get(1) instanceof PyLiteral.Str second) {
      return switch (tuple.items().get(0)) {
        case PyLiteral.Str title -> new Field(second.value(), title.value(), dtype, offset);
        case PyLiteral.None _ -> new Field(second.value(), null, dtype, offset);
        case PyLiteral other -> new Field(second.value(), null, PyRepr.repr(other), dtype, offset);
      };
    }
    throw fail(name, "a field's name must be a string or a tuple of title and name");
  }

  /// NumPy's dtype of the tuple `(dtype, shape)`. If `shape` consists of integers, it is the shape
  /// of a subarray, or the size of a dtype that has no size. If `shape` is a dtype, the result is
  /// that dtype if it is a structure, otherwise `dtype`; both must have the same size, but a
  /// `dtype` without a size takes the size of `shape`.
  static DType withShape(DType dtype, PyLiteral shape) {
    if (!(shape instanceof PyLiteral.Int) && !isTupleOfIntegers(shape)) {
      DType other = numpyDtype(shape);
      if (other != null) {
        return inherited(dtype, other, shape);
      }
    }
    if (isUnsized(dtype)) {
      if (shape instanceof PyLiteral.Int size) {
        return resized(dtype, length(size), shape);
      }
      throw fail(shape, "the size of " + dtype + " must be an integer");
    }
    List<Integer> lengths = lengths(shape);
    return lengths.isEmpty() ? dtype : subarray(dtype, lengths, shape);
  }

  private static boolean isTupleOfIntegers(PyLiteral shape) {
    return shape instanceof PyLiteral.TupleOf tuple
        && tuple.items().stream().allMatch(PyLiteral.Int.class::isInstance);
  }

  private static List<Integer> lengths(PyLiteral shape) {
    List<PyLiteral> items =
        switch (shape) {
          case PyLiteral.Int _ -> List.of(shape);
          case PyLiteral.TupleOf tuple -> tuple.items();
          case PyLiteral.ListOf list when !list.items().isEmpty() -> list.items();
          default ->
              throw fail(shape, "a subarray's shape must be an integer or a tuple of integers");
        };
    List<Integer> lengths = new ArrayList<>(items.size());
    for (PyLiteral item : items) {
      if (!(item instanceof PyLiteral.Int length)) {
        throw fail(item, "a subarray's shape must be an integer or a tuple of integers");
      }
      lengths.add(length(length));
    }
    return lengths;
  }

  private static int length(PyLiteral.Int literal) {
    BigInteger value = literal.value();
    if (value.signum() < 0 || value.bitLength() > 31) {
      throw fail(literal, "a length must be from 0 to 2^31-1");
    }
    return value.intValueExact();
  }

  private static DType subarray(DType base, List<Integer> lengths, PyLiteral shape) {
    try {
      return new SubarrayType(base, lengths);
    } catch (DTypeException e) {
      throw new PyLiteralException(reason(e), shape.offset(), e);
    }
  }

  private static boolean isUnsized(DType dtype) {
    return dtype.itemsize() == 0 && !(dtype instanceof StructType);
  }

  private static DType resized(DType dtype, int size, PyLiteral where) {
    return switch (dtype) {
      case BytesType _ -> new BytesType(size);
      case VoidType _ -> new VoidType(size);
      case TextType text -> {
        if (size > Integer.MAX_VALUE / TextType.UNIT) {
          throw fail(where, "text of " + size + " code points exceeds 2^31-1 bytes");
        }
        yield new TextType(size, text.order());
      }
      case ScalarType _, TimeType _, ObjectType _, SubarrayType _, StructType _ ->
          throw fail(where, "the size of " + dtype + " cannot be set");
    };
  }

  private static DType inherited(DType dtype, DType other, PyLiteral where) {
    // From a subarray and a structure, NumPy creates an inconsistent dtype that has both a shape
    // and fields.
    boolean both = dtype instanceof SubarrayType && other instanceof StructType;
    if (dtype.hasObject() || other.hasObject() || both) {
      throw fail(where, "the dtype " + dtype + " cannot be combined with " + other);
    }
    DType sized = dtype;
    if (isUnsized(dtype)) {
      int size = other.itemsize();
      boolean text = dtype instanceof TextType;
      if (text && size % TextType.UNIT != 0) {
        throw fail(where, "text cannot have " + size + " bytes");
      }
      sized = resized(dtype, text ? size / TextType.UNIT : size, where);
    } else if (other.itemsize() != dtype.itemsize()) {
      throw fail(
          where,
          "the sizes of "
              + dtype
              + " and "
              + other
              + " differ: "
              + dtype.itemsize()
              + " and "
              + other.itemsize());
    }
    return other instanceof StructType ? other : sized;
  }

  /// The result of `numpy.dtype` for the second part of a tuple, `null` if it is not a dtype.
  private static @Nullable DType numpyDtype(PyLiteral value) {
    return switch (value) {
      case PyLiteral.None _ -> DType.FLOAT64;
      case PyLiteral.Str string -> {
        try {
          yield TypeString.parse(string.value());
        } catch (DTypeException e) {
          yield null;
        }
      }
      case PyLiteral.TupleOf tuple when tuple.items().size() == 2 -> {
        DType base = numpyDtype(tuple.items().get(0));
        yield base == null ? null : withShape(base, tuple.items().get(1));
      }
      case PyLiteral.ListOf list when list.items().stream().allMatch(DescrReader::isNumpyField) -> {
        yield numpyStruct(list);
      }
      default -> null;
    };
  }

  private static boolean isNumpyField(PyLiteral item) {
    return item instanceof PyLiteral.TupleOf tuple
        && (tuple.items().size() == 2 || tuple.items().size() == 3);
  }

  private static DType numpyStruct(PyLiteral.ListOf list) {
    List<Field> fields = new ArrayList<>();
    for (PyLiteral item : list.items()) {
      List<PyLiteral> parts = parts(item);
      DType dtype = numpyDtype(parts.get(1));
      if (dtype == null) {
        throw fail(parts.get(1), "this is not a dtype");
      }
      Field field =
          field(parts.get(0), parts.size() == 3 ? withShape(dtype, parts.get(2)) : dtype, 0);
      if (field.name().isEmpty()) {
        throw fail(item, "the field has no name");
      }
      fields.add(field);
    }
    try {
      return StructType.packed(fields);
    } catch (DTypeException e) {
      throw new PyLiteralException(reason(e), list.offset(), e);
    }
  }

  private static String reason(DTypeException e) {
    String message = e.getMessage();
    return message == null ? "no reason is known" : message;
  }

  private static PyLiteralException fail(PyLiteral where, String message) {
    return new PyLiteralException(message, where.offset());
  }
}
