package io.ndmap.pickle;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.python.NumpyScalar;
import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyComplex;
import io.ndmap.python.PyDecimal;
import io.ndmap.python.PyFraction;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes a pickle of protocol 2, 3 or 4 as CPython and numpy do. An object that occurs several
/// times is written once, unless it is `null`, a boolean, an integer, a float or an empty tuple.
final class PickleWriter {

  private static final int LEAST_PROTOCOL = 2;
  private static final int MOST_PROTOCOL = 4;

  /// The number of elements that CPython appends at once.
  private static final int BATCH = 1000;

  private final PickleOutput out;
  private final int protocol;

  /// The memo indices of the objects written so far. Temporary objects are included: they must stay
  /// reachable, so that no other object gets their identity.
  private final IdentityHashMap<Object, Integer> identities = new IdentityHashMap<>();

  /// The memo indices of names, classes and dtypes. In Python, equal names, classes or dtypes are
  /// one object.
  private final Map<Object, Integer> names = new HashMap<>();

  private int remembered;

  private int depth;

  PickleWriter(OutputStream out, int protocol) {
    if (protocol < LEAST_PROTOCOL || protocol > MOST_PROTOCOL) {
      throw new IllegalArgumentException(
          "pickles are written in the protocols "
              + LEAST_PROTOCOL
              + " to "
              + MOST_PROTOCOL
              + ", found "
              + protocol);
    }
    this.out = new PickleOutput(out, protocol >= 4);
    this.protocol = protocol;
  }

  /// Returns the order that numpy declares for an array. The bytes of elements are written in this
  /// order, objects always in C order.
  static Order order(NdView<?> view) {
    return !view.isContiguous(Order.C) && view.isContiguous(Order.F) ? Order.F : Order.C;
  }

  void write(byte[] header, @Nullable Object value) throws IOException {
    out.raw(header);
    out.raw(new byte[] {(byte) 0x80, (byte) protocol});
    save(value);
    out.u1('.');
    out.finish();
  }

  // ---- values

  private void save(@Nullable Object value) throws IOException {
    out.boundary();
    if (depth == PickleLimits.DEFAULT.maxDepth()) {
      throw new IllegalArgumentException(
          "values nested deeper than " + depth + " levels, or in themselves, cannot be written");
    }
    depth++;
    if (!recall(identities.get(value))) {
      saveNew(value);
    }
    depth--;
  }

  private void saveNew(@Nullable Object value) throws IOException {
    switch (value) {
      case null -> out.u1('N');
      case Boolean bool -> out.u1(bool ? 0x88 : 0x89);
      case Long number -> integer(number);
      case Integer number -> integer(number.longValue());
      case Short number -> integer(number.longValue());
      case Byte number -> integer(number.longValue());
      case BigInteger number -> integer(number);
      case Double number -> out.opcode('G', number);
      case Float number -> out.opcode('G', number.doubleValue());
      case String text -> {
        text(text);
        identities.put(text, remember());
      }
      case byte[] bytes -> bytes(bytes, bytes);
      case ByteBuffer buffer -> {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        bytes(bytes, buffer);
      }
      case PyTuple tuple -> tuple(tuple);
      case List<?> list -> list(list);
      case Set<?> set -> set(set);
      case Map<?, ?> dict -> dict(dict);
      case PyFrozenSet set -> frozenSet(set);
      case PyByteArray array ->
          call(
              array,
              PyGlobal.BYTEARRAY,
              array.bytes().length == 0 ? PyTuple.of() : PyTuple.of(array.bytes()));
      case PyComplex number ->
          call(number, PyGlobal.COMPLEX, PyTuple.of(number.real(), number.imaginary()));
      case BigDecimal number -> call(number, PyGlobal.DECIMAL, PyTuple.of(number.toString()));
      case PyDecimal number -> call(number, PyGlobal.DECIMAL, PyTuple.of(number.text()));
      case PyFraction number ->
          call(
              number,
              PyGlobal.FRACTION,
              PyTuple.of(narrow(number.numerator()), narrow(number.denominator())));
      case UUID id -> uuid(id);
      case LocalDate date -> call(date, PyGlobal.DATE, PyTuple.of(PyTimes.bytes(date)));
      case LocalTime time -> call(time, PyGlobal.TIME, PyTuple.of(PyTimes.bytes(time)));
      case OffsetTime time ->
          call(
              time, PyGlobal.TIME, PyTuple.of(PyTimes.bytes(time.toLocalTime()), time.getOffset()));
      case LocalDateTime when -> call(when, PyGlobal.DATETIME, PyTuple.of(PyTimes.bytes(when)));
      case OffsetDateTime when ->
          call(
              when,
              PyGlobal.DATETIME,
              PyTuple.of(PyTimes.bytes(when.toLocalDateTime()), when.getOffset()));
      case Instant when -> saveNew(when.atOffset(ZoneOffset.UTC));
      case Duration span -> {
        long[] parts = PyTimes.parts(span);
        call(span, PyGlobal.TIMEDELTA, PyTuple.of(parts[0], parts[1], parts[2]));
      }
      case ZoneOffset zone ->
          call(zone, PyGlobal.TIMEZONE, PyTuple.of(Duration.ofSeconds(zone.getTotalSeconds())));
      case NumpyScalar scalar ->
          call(scalar, PyGlobal.SCALAR, PyTuple.of(scalar.dtype(), scalar.bytes()));
      case DType dtype -> dtype(dtype);
      case NdView<?> view -> array(view);
      case PyGlobal global -> global(global);
      default ->
          throw new IllegalArgumentException(
              "values of " + value.getClass().getName() + " cannot be written for Python");
    }
  }

  private static Object narrow(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private void integer(long value) throws IOException {
    if (value >= 0 && value < 1 << 8) {
      out.opcode('K', 1, value);
    } else if (value >= 0 && value < 1 << 16) {
      out.opcode('M', 2, value);
    } else if (value == (int) value) {
      out.opcode('J', 4, value);
    } else {
      integer(BigInteger.valueOf(value));
    }
  }

  private void integer(BigInteger value) throws IOException {
    if (value.bitLength() < Integer.SIZE) {
      integer(value.longValue());
      return;
    }
    byte[] big = value.toByteArray();
    byte[] little = new byte[big.length];
    for (int i = 0; i < big.length; i++) {
      little[i] = big[big.length - 1 - i];
    }
    sized(little, 0x8a, 0x8b);
  }

  /// Writes bytes with a length field of one byte or of four bytes.
  private void sized(byte[] bytes, int small, int large) throws IOException {
    boolean few = bytes.length < 1 << 8;
    out.opcode(few ? small : large, few ? 1 : Integer.BYTES, bytes);
  }

  private void text(String text) throws IOException {
    byte[] bytes = PickleText.encode(text);
    if (protocol >= 4) {
      sized(bytes, 0x8c, 'X');
    } else {
      out.opcode('X', Integer.BYTES, bytes);
    }
  }

  private void bytes(byte[] bytes, Object identity) throws IOException {
    if (protocol >= 3) {
      sized(bytes, 'C', 'B');
      identities.put(identity, remember());
    } else if (bytes.length == 0) {
      call(identity, PyGlobal.BYTES, PyTuple.of());
    } else {
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      call(identity, PyGlobal.ENCODE, PyTuple.of(text, "latin1"));
    }
  }

  // ---- containers

  private void tuple(PyTuple tuple) throws IOException {
    List<?> items = tuple.items();
    if (items.isEmpty()) {
      out.u1(')');
      return;
    }
    boolean few = items.size() <= 3;
    if (!few) {
      out.u1('(');
    }
    for (Object item : items) {
      save(item);
    }
    out.u1(few ? 0x84 + items.size() : 't');
    identities.put(tuple, remember());
  }

  private void list(List<?> list) throws IOException {
    out.u1(']');
    identities.put(list, remember());
    batches(list, 'a', 'e');
  }

  /// Writes the elements of a container: a single element by itself, several elements in batches,
  /// each after a mark.
  ///
  /// @param single the instruction that adds one element; 0 if there is none
  /// @param many the instruction that adds a batch
  private void batches(Collection<?> items, int single, int many) throws IOException {
    Iterator<?> rest = items.iterator();
    if (items.size() == 1 && single != 0) {
      save(rest.next());
      out.u1(single);
      return;
    }
    while (rest.hasNext()) {
      out.u1('(');
      for (int i = 0; i < BATCH && rest.hasNext(); i++) {
        save(rest.next());
      }
      out.u1(many);
    }
  }

  private void dict(Map<?, ?> dict) throws IOException {
    out.u1('}');
    identities.put(dict, remember());
    Iterator<? extends Map.Entry<?, ?>> rest = dict.entrySet().iterator();
    boolean single = dict.size() == 1;
    while (rest.hasNext()) {
      if (!single) {
        out.u1('(');
      }
      for (int i = 0; i < BATCH && rest.hasNext(); i++) {
        Map.Entry<?, ?> entry = rest.next();
        save(entry.getKey());
        save(entry.getValue());
      }
      out.u1(single ? 's' : 'u');
    }
  }

  private void set(Set<?> set) throws IOException {
    if (protocol < 4) {
      call(set, PyGlobal.SET, PyTuple.of(new ArrayList<>(set)));
      return;
    }
    out.u1(0x8f);
    identities.put(set, remember());
    batches(set, 0, 0x90);
  }

  private void frozenSet(PyFrozenSet set) throws IOException {
    if (protocol < 4) {
      call(set, PyGlobal.FROZENSET, PyTuple.of(new ArrayList<>(set.items())));
      return;
    }
    out.u1('(');
    for (Object item : set.items()) {
      save(item);
    }
    out.u1(0x91);
    identities.put(set, remember());
  }

  // ---- calls

  private void call(Object value, PyGlobal callable, PyTuple arguments) throws IOException {
    call(callable, arguments);
    identities.put(value, remember());
  }

  private void call(PyGlobal callable, PyTuple arguments) throws IOException {
    save(callable);
    out.boundary();
    tuple(arguments);
    out.u1('R');
  }

  private void uuid(UUID id) throws IOException {
    save(PyGlobal.UUID);
    out.u1(')');
    out.u1(0x81);
    identities.put(id, remember());
    byte[] bits =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    save(Map.of("int", narrow(new BigInteger(1, bits))));
    out.u1('b');
  }

  private void global(PyGlobal global) throws IOException {
    if (recall(names.get(global))) {
      return;
    }
    if (protocol >= 4) {
      name(global.module());
      name(global.title());
      out.u1(0x93);
    } else {
      boolean old = protocol < 3;
      String module =
          switch (global.module()) {
            case "builtins" -> old ? "__builtin__" : "builtins";
            case "copyreg" -> old ? "copy_reg" : "copyreg";
            default -> global.module();
          };
      out.u1('c');
      out.text((module + "\n" + global.title() + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    names.put(global, remember());
  }

  private void name(String name) throws IOException {
    if (!recall(names.get(name))) {
      text(name);
      names.put(name, remember());
    }
  }

  private void dtype(DType dtype) throws IOException {
    if (!recall(names.get(dtype))) {
      call(PyGlobal.DTYPE, DTypeState.arguments(dtype));
      names.put(dtype, remember());
      tuple(DTypeState.state(dtype));
      out.u1('b');
    }
  }

  private void array(NdView<?> view) throws IOException {
    byte[] kind = {'b'};
    call(view, PyGlobal.RECONSTRUCT, PyTuple.of(PyGlobal.NDARRAY, PyTuple.of(0L), kind));
    List<Object> sizes = new ArrayList<>();
    for (int axis = 0; axis < view.rank(); axis++) {
      sizes.add(view.size(axis));
    }
    Order order = order(view);
    Object items = view.dtype().hasObject() ? ItemStore.loadAll(view) : raw(view, order);
    tuple(PyTuple.of(1L, new PyTuple(sizes), view.dtype(), order == Order.F, items));
    out.u1('b');
  }

  private static byte[] raw(NdView<?> view, Order order) {
    long size = view.shape().byteSize(view.dtype().itemsize());
    if (view.itemCount() == 0) {
      return new byte[0];
    }
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "an array of " + size + " bytes in an array of objects exceeds a Java array");
    }
    byte[] bytes = new byte[(int) size];
    NdView<?> target = NdView.of(MemorySegment.ofArray(bytes), view.dtype(), view.shape(), order);
    view.copyTo(target);
    return bytes;
  }

  // ---- the memo

  private boolean recall(@Nullable Integer index) {
    if (index == null) {
      return false;
    }
    boolean small = index < 1 << 8;
    out.opcode(small ? 'h' : 'j', small ? 1 : Integer.BYTES, index);
    return true;
  }

  /// Stores the value on top of the stack in the memo.
  ///
  /// @return the index of the value in the memo
  private int remember() {
    int index = remembered++;
    if (protocol >= 4) {
      out.u1(0x94);
    } else {
      boolean small = index < 1 << 8;
      out.opcode(small ? 'q' : 'r', small ? 1 : Integer.BYTES, index);
    }
    return index;
  }
}
