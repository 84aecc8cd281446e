package io.ndmap.pickle;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.nd.NdView;
import io.ndmap.nd.ObjectView;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyTuple;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Loads and stores the elements of arrays of structures with objects. In a pickle, such an element
/// is a tuple of Python values.
final class ItemStore {

  private ItemStore() {}

  /// Stores the values of all elements, in C order.
  ///
  /// @throws BadValueException if a value has the wrong class for the dtype
  /// @throws RuntimeException as [NdView#setValue], if the dtype cannot represent a value
  static void storeAll(List<?> values, NdView<?> view) {
    Column column = new Column(view);
    long[] index = new long[view.rank()];
    for (Object value : values) {
      column.store(index, value);
      next(index, view);
    }
  }

  /// Returns the values of all elements, in C order: as `a.item()` returns them, but long doubles,
  /// times and text that is not valid as [NumpyScalar].
  static List<@Nullable Object> loadAll(NdView<?> view) {
    Column column = new Column(view);
    List<@Nullable Object> values = new ArrayList<>(Math.toIntExact(view.itemCount()));
    long[] index = new long[view.rank()];
    for (long i = 0; i < view.itemCount(); i++) {
      values.add(column.load(index));
      next(index, view);
    }
    return values;
  }

  private static void next(long[] index, NdView<?> view) {
    for (int axis = index.length - 1; axis >= 0; axis--) {
      if (++index[axis] < view.size(axis)) {
        return;
      }
      index[axis] = 0;
    }
  }

  /// The elements of an array, or one field of all elements.
  private static final class Column {
    private final NdView<?> view;
    private final DType dtype;
    private final List<Column> fields;

    Column(NdView<?> view) {
      this(view, view.dtype());
    }

    private Column(NdView<?> view, DType dtype) {
      this.view = view;
      this.dtype = dtype;
      this.fields =
          dtype instanceof StructType struct
              ? struct.fields().stream().map(field -> of(view, field)).toList()
              : List.of();
    }

    private static Column of(NdView<?> view, Field field) {
      return new Column(view.field(field.name()), field.dtype());
    }

    void store(long[] index, @Nullable Object value) {
      switch (dtype) {
        case ObjectType _ -> view.as(ObjectView.class).set(index, value);
        case StructType _ -> {
          Arguments items =
              Arguments.of("an element of " + dtype, value)
                  .requireCount(fields.size(), fields.size());
          for (int i = 0; i < fields.size(); i++) {
            fields.get(i).store(index, items.get(i));
          }
        }
        case SubarrayType _ -> item(index).copyFrom(expected(value, NdView.class));
        case TimeType time -> storeTime(time, index, value);
        case BytesType _, VoidType _ -> view.setValue(index, expected(value, byte[].class));
        case TextType _ -> view.setValue(index, expected(value, String.class));
        case ScalarType scalar -> storeNumber(scalar.kind(), index, value);
      }
    }

    /// Returns a view of the element at an index, whose dtype is a subarray.
    private NdView<?> item(long[] index) {
      NdView<?> item = view;
      for (long i : index) {
        item = item.index(0, i);
      }
      return item;
    }

    private <T> T expected(@Nullable Object value, Class<T> type) {
      return new Arguments("an element", Arrays.asList(value))
          .get(0, type, "an element of " + dtype);
    }

    private void storeTime(TimeType time, long[] index, @Nullable Object value) {
      switch (value) {
        case null -> view.setLong(index, TimeType.NOT_A_TIME);
        case Long ticks -> view.setLong(index, ticks);
        case LocalDateTime when -> view.setValue(index, when.toInstant(ZoneOffset.UTC));
        case LocalDate date ->
            view.setValue(index, date.atTime(LocalTime.MIN).toInstant(ZoneOffset.UTC));
        case Duration span -> view.setValue(index, span);
        default -> storeScalar(time, index, value);
      }
    }

    private void storeNumber(ScalarKind kind, long[] index, @Nullable Object value) {
      switch (value) {
        case Boolean bool -> view.setValue(index, bool);
        case Long number -> view.setLong(index, number);
        case BigInteger number -> view.setValue(index, number);
        case Double number -> view.setDouble(index, number);
        case PyComplex number when kind.isComplex() -> {
          view.real().setDouble(index, number.real());
          view.imag().setDouble(index, number.imaginary());
        }
        case null, default -> storeScalar(dtype, index, value);
      }
    }

    private void storeScalar(DType type, long[] index, @Nullable Object value) {
      NumpyScalar scalar = expected(value, NumpyScalar.class);
      if (!scalar.dtype().equals(type)) {
        throw new BadValueException(
            "an element of " + type + " cannot be one of " + scalar.dtype());
      }
      view.setValue(index, scalar.bytes());
    }

    @Nullable Object load(long[] index) {
      return switch (dtype) {
        case ObjectType _ -> view.value(index);
        case StructType _ -> {
          List<@Nullable Object> items = new ArrayList<>();
          fields.forEach(field -> items.add(field.load(index)));
          yield new PyTuple(items);
        }
        case SubarrayType _ -> item(index).copy();
        case ScalarType scalar when scalar.kind().isOfMlDtypes() -> view.getBytes(index);
        case ScalarType scalar when scalar.kind().isExtended() ->
            new NumpyScalar(dtype, view.getBytes(index));
        case TimeType _ -> new NumpyScalar(dtype, view.getBytes(index));
        case ScalarType scalar when scalar.kind().isComplex() ->
            new PyComplex(view.real().getDouble(index), view.imag().getDouble(index));
        case TextType _ -> text(index);
        case ScalarType _, BytesType _, VoidType _ -> {
          Object value = view.value(index);
          yield value instanceof Float number ? (Double) number.doubleValue() : value;
        }
      };
    }

    private Object text(long[] index) {
      try {
        return view.getText(index);
      } catch (CharacterCodingException e) {
        return new NumpyScalar(dtype, view.getBytes(index));
      }
    }
  }
}
