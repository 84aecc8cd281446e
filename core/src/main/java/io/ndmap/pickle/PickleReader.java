package io.ndmap.pickle;

import io.ndmap.python.PyByteArray;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a pickle of protocol 0 to 5. A pickle is a program for a machine with a stack and a memo;
/// only the instructions for plain values and arrays are interpreted.
///
/// Source of the instructions: CPython's `Lib/pickletools.py`.
final class PickleReader {

  private static final int MAX_PROTOCOL = 5;

  /// The maximum length of the name of a module or class; all allowed names are shorter.
  private static final int MAX_NAME = 256;

  /// The maximum number of characters of a number besides its digits: sign, point, exponent, `L`.
  private static final int MORE_CHARACTERS = 16;

  private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final Pattern REAL =
      Pattern.compile("[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|inf|nan)");

  /// Elements of structures may need more memory than the pickle has bytes. The memory of these
  /// elements is limited to this number of bytes, plus [#ALLOCATION_PER_BYTE] for each byte of the
  /// pickle read so far.
  private static final long FREE_ALLOCATION = 8 << 20;

  private static final long ALLOCATION_PER_BYTE = 64;

  private final PickleInput in;
  private final PickleLimits limits;
  private final PickleEncoding encoding;
  private final Keys keys = new Keys();
  private final PickleCalls calls;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private final List<Integer> marks = new ArrayList<>();

  /// The pickle's memo for consecutive indices, as Python writes them. Values whose index leaves a
  /// gap are in [#sparseMemo].
  private final List<@Nullable Object> memo = new ArrayList<>();

  private final Map<Integer, @Nullable Object> sparseMemo = new HashMap<>();
  private long frameEnd;
  private long allocated;

  private PickleReader(PickleInput in, PickleOptions options) {
    this.in = in;
    this.limits = options.limits();
    this.encoding = options.encoding();
    this.calls = new PickleCalls(keys, limits.maxDigits(), this::allocate);
  }

  /// Reads one pickle, and no byte after it.
  ///
  /// @param start the offset of the pickle in its source
  static @Nullable Object read(InputStream in, String source, long start, PickleOptions options)
      throws IOException {
    PickleInput input = new PickleInput(in, source, start, options.limits());
    try {
      Object value = new PickleReader(input, options).run();
      new PickleCheck(options.limits()).check(value);
      return value;
    } catch (BadValueException e) {
      throw input.error(String.valueOf(e.getMessage()));
    } catch (ExcessException e) {
      throw input.limit(e.what(), e.most());
    }
  }

  private @Nullable Object run() throws IOException {
    for (long count = 0; ; count++) {
      if (count == limits.maxOpcodes()) {
        throw new ExcessException("instructions", limits.maxOpcodes());
      }
      int opcode = in.opcode();
      if (opcode == '.') {
        return stop();
      }
      execute(opcode);
    }
  }

  private @Nullable Object stop() {
    Object value = pop();
    if (!stack.isEmpty() || !marks.isEmpty()) {
      throw new BadValueException("values are left on the stack at its end");
    }
    if (in.position() < frameEnd) {
      throw new BadValueException("a frame extends beyond the end of the pickle");
    }
    return value;
  }

  private void execute(int opcode) throws IOException {
    switch (opcode) {
      case 0x80 -> protocol();
      case 0x95 -> frameEnd = frame();

      // The stack.
      case '(' -> marks.add(stack.size());
      case '0' -> discard();
      case '1' -> popToMark();
      case '2' -> push(peek());

      // The memo.
      case 'p' -> put(decimalIndex(), peek());
      case 'q' -> put(in.u1(), peek());
      case 'r' -> put(in.u4(), peek());
      case 0x94 -> put(memo.size(), peek());
      case 'g' -> get(decimalIndex());
      case 'h' -> get(in.u1());
      case 'j' -> get(in.u4());

      // Plain values.
      case 'N' -> push(null);
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'I' -> push(integerOrBool(number()));
      case 'J' -> push((long) in.i4());
      case 'K' -> push((long) in.u1());
      case 'M' -> push((long) in.u2());
      case 'L' -> push(integer(number().replaceFirst("L$", "")));
      case 0x8a -> push(binaryInteger(in.u1()));
      case 0x8b -> push(binaryInteger(in.i4()));
      case 'F' -> push(real(number()));
      case 'G' -> push(in.f8());
      case 'V' -> push(text(PickleText.decodeEscaped(line("bytes of a text"))));
      case 'X' -> push(text(PickleText.decode(in.bytes(in.u4()))));
      case 0x8c -> push(text(PickleText.decode(in.bytes(in.u1()))));
      case 0x8d -> push(text(PickleText.decode(in.bytes(in.i8()))));
      case 'S' -> push(python2(PickleText.unquote(line("bytes of a text"))));
      case 'T' -> push(python2(in.bytes(in.i4())));
      case 'U' -> push(python2(in.bytes(in.u1())));
      case 'B' -> push(in.bytes(in.u4()));
      case 'C' -> push(in.bytes(in.u1()));
      case 0x8e -> push(in.bytes(in.i8()));
      case 0x96 -> push(new PyByteArray(in.bytes(in.i8())));

      // Containers.
      case ')' -> push(new PyTuple(List.of()));
      case 't' -> push(new PyTuple(popToMark()));
      case 0x85 -> push(new PyTuple(pop(1)));
      case 0x86 -> push(new PyTuple(pop(2)));
      case 0x87 -> push(new PyTuple(pop(3)));
      case ']' -> push(new ArrayList<>());
      case 'l' -> push(new ArrayList<>(popToMark()));
      case 'a' -> append(pop(1));
      case 'e' -> append(popToMark());
      case '}' -> push(new LinkedHashMap<>());
      case 'd' -> {
        List<?> entries = popToMark();
        push(new LinkedHashMap<>());
        putAll(entries);
      }
      case 's' -> putAll(pop(2));
      case 'u' -> putAll(popToMark());
      case 0x8f -> push(new LinkedHashSet<>());
      case 0x90 -> addAll(popToMark());
      case 0x91 -> push(new PyFrozenSet(keys.set(popToMark())));

      // Classes and calls.
      case 'c' -> push(global(name(), name()));
      case 0x93 -> {
        List<?> names = pop(2);
        Arguments arguments = new Arguments("STACK_GLOBAL", names);
        push(global(arguments.text(0), arguments.text(1)));
      }
      case 'R' -> {
        List<?> call = pop(2);
        push(calls.call(callable(call.getFirst()), call.getLast()));
      }
      case 0x81 -> {
        List<?> call = pop(2);
        push(PickleCalls.create(callable(call.getFirst()), call.getLast()));
      }
      case 'i' -> {
        PyGlobal callable = global(name(), name());
        push(calls.call(callable, new PyTuple(popToMark())));
      }
      case 'o' -> {
        List<?> call = popToMark();
        if (call.isEmpty()) {
          throw new BadValueException("OBJ without a class");
        }
        push(calls.call(callable(call.getFirst()), new PyTuple(call.subList(1, call.size()))));
      }
      case 'b' -> {
        Object state = pop();
        if (!(peek() instanceof Unbuilt unbuilt)) {
          throw new BadValueException(
              "a state for a value without one, " + Arguments.describe(peek()));
        }
        unbuilt.build(state);
      }

      // Never allowed.
      case 0x82, 0x83, 0x84 -> throw new BadValueException("an extension, which has no name");
      case 'P', 'Q' -> throw new BadValueException("a persistent id, of an object elsewhere");
      case 0x97, 0x98 ->
          throw new BadValueException("an out-of-band buffer, which is not part of the pickle");
      case 0x92 -> throw new BadValueException("NEWOBJ_EX, which no allowed class needs");
      default ->
          throw new BadValueException(
              String.format(Locale.ROOT, "no instruction is 0x%02x", opcode));
    }
  }

  // ---- the beginning

  private void protocol() throws IOException {
    int protocol = in.u1();
    if (protocol > MAX_PROTOCOL) {
      throw new BadValueException(
          "protocols up to " + MAX_PROTOCOL + " are known, found " + protocol);
    }
  }

  private long frame() throws IOException {
    if (in.position() - 1 < frameEnd) {
      throw new BadValueException("a frame begins within another one");
    }
    long length = in.i8();
    if (length < 0 || length > limits.maxBytes() - in.position()) {
      throw new ExcessException("bytes of the pickle", limits.maxBytes());
    }
    return in.position() + length;
  }

  // ---- the stack

  private void push(@Nullable Object value) {
    stack.add(value);
  }

  private int bottom() {
    return marks.isEmpty() ? 0 : marks.getLast();
  }

  private void requireOnStack(int count) {
    if (stack.size() - bottom() < count) {
      throw new BadValueException("too few values on the stack");
    }
  }

  private @Nullable Object peek() {
    requireOnStack(1);
    return stack.getLast();
  }

  private @Nullable Object pop() {
    requireOnStack(1);
    return Unbuilt.built(stack.removeLast());
  }

  private List<@Nullable Object> pop(int count) {
    requireOnStack(count);
    return popFrom(stack.size() - count);
  }

  private List<@Nullable Object> popToMark() {
    if (marks.isEmpty()) {
      throw new BadValueException("no mark on the stack");
    }
    return popFrom(marks.removeLast());
  }

  private List<@Nullable Object> popFrom(int start) {
    List<@Nullable Object> top = stack.subList(start, stack.size());
    List<@Nullable Object> popped = new ArrayList<>(top);
    top.clear();
    popped.replaceAll(Unbuilt::built);
    return popped;
  }

  private void discard() {
    if (stack.size() == bottom() && !marks.isEmpty()) {
      marks.removeLast();
    } else {
      pop();
    }
  }

  // ---- the memo

  private void put(long index, @Nullable Object value) {
    if (index >= limits.maxMemo()) {
      throw new ExcessException("values remembered", limits.maxMemo());
    }
    if (index == memo.size()) {
      memo.add(value);
    } else if (index < memo.size()) {
      memo.set((int) index, value);
    } else {
      sparseMemo.put((int) index, value);
    }
  }

  private void get(long index) {
    if (index < memo.size()) {
      push(memo.get((int) index));
    } else if (index <= Integer.MAX_VALUE && sparseMemo.containsKey((int) index)) {
      push(sparseMemo.get((int) index));
    } else {
      throw new BadValueException("nothing is remembered as " + index);
    }
  }

  private long decimalIndex() throws IOException {
    BigInteger index = BigInteger.valueOf(-1);
    if (integer(number()) instanceof Long value) {
      index = BigInteger.valueOf(value);
    }
    if (index.signum() < 0) {
      throw new BadValueException("no number of a value that is remembered");
    }
    return index.longValue();
  }

  // ---- numbers and text

  private byte[] line(String what) throws IOException {
    return in.line(limits.maxBytes(), what);
  }

  private String number() throws IOException {
    byte[] line = in.line((long) limits.maxDigits() + MORE_CHARACTERS, "characters of a number");
    return new String(line, StandardCharsets.ISO_8859_1);
  }

  private Object integerOrBool(String text) {
    return switch (text) {
      case "00" -> false;
      case "01" -> true;
      default -> integer(text);
    };
  }

  private Object integer(String text) {
    if (!INTEGER.matcher(text).matches()) {
      throw new BadValueException("text that is not an integer");
    }
    return narrow(new BigInteger(text));
  }

  private Object binaryInteger(long length) throws IOException {
    if (length * Byte.SIZE > (limits.maxDigits() + 1) * BITS_PER_DIGIT + Byte.SIZE) {
      throw new ExcessException("digits of an integer", limits.maxDigits());
    }
    byte[] little = in.bytes(length);
    byte[] big = new byte[little.length];
    for (int i = 0; i < big.length; i++) {
      big[i] = little[big.length - 1 - i];
    }
    return big.length == 0 ? (Object) 0L : narrow(new BigInteger(big));
  }

  private static Object narrow(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static Double real(String text) {
    if (!REAL.matcher(text).matches()) {
      throw new BadValueException("text that is not a float");
    }
    return Double.valueOf(text.replace("inf", "Infinity").replace("nan", "NaN"));
  }

  private static String text(@Nullable String text) {
    if (text == null) {
      throw new BadValueException("text that cannot be decoded");
    }
    return text;
  }

  /// Returns a Python 2 `str`, decoded by the encoding of the options.
  private Object python2(byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new BadValueException("Python 2 text that cannot be decoded");
    }
    if (encoding == PickleEncoding.BYTES) {
      return bytes;
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (encoding == PickleEncoding.ASCII && !PickleText.isAscii(text)) {
      throw new BadValueException(
          "Python 2 text that is not ASCII, as which numpy reads it; numpy reads it with"
              + " encoding='latin1', ndmap with PickleOptions.withEncoding(LATIN1) or"
              + " --encoding latin1");
    }
    return text;
  }

  // ---- containers

  @SuppressWarnings("unchecked")
  private void append(List<?> items) {
    if (!(peek() instanceof List<?> list)) {
      throw new BadValueException(
          "items for a value that is not a list, " + Arguments.describe(peek()));
    }
    ((List<Object>) list).addAll(items);
  }

  @SuppressWarnings("unchecked")
  private void putAll(List<?> entries) {
    if (!(peek() instanceof Map<?, ?> dict)) {
      throw new BadValueException(
          "entries for a value that is not a dict, " + Arguments.describe(peek()));
    }
    if (entries.size() % 2 != 0) {
      throw new BadValueException("a key without a value");
    }
    for (int i = 0; i < entries.size(); i += 2) {
      keys.put((Map<Object, Object>) dict, entries.get(i), entries.get(i + 1));
    }
  }

  @SuppressWarnings("unchecked")
  private void addAll(List<?> items) {
    if (!(peek() instanceof Set<?> set)) {
      throw new BadValueException(
          "items for a value that is not a set, " + Arguments.describe(peek()));
    }
    items.forEach(item -> keys.add((Set<Object>) set, item));
  }

  // ---- classes

  private String name() throws IOException {
    return text(PickleText.decode(in.line(MAX_NAME, "characters of a name")));
  }

  private static PyGlobal global(String module, String title) {
    PyGlobal global = PyGlobal.find(module, title);
    if (global == null) {
      throw new BadValueException(
          "it asks for %s.%s, which is not among what arrays of plain values need; it was not run"
              .formatted(shortened(module), shortened(title)));
    }
    return global;
  }

  private static String shortened(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "..." : name;
  }

  private static PyGlobal callable(@Nullable Object value) {
    if (value instanceof PyGlobal global) {
      return global;
    }
    throw new BadValueException(
        "a call of a value that is not a class, " + Arguments.describe(value));
  }

  private void allocate(long bytes) {
    long most = FREE_ALLOCATION + ALLOCATION_PER_BYTE * in.position();
    if (bytes > most - allocated) {
      throw new BadValueException(
          "elements of structures take "
              + bytes
              + " bytes, at most "
              + (most - allocated)
              + " are expected after so few bytes of the pickle");
    }
    allocated += bytes;
  }
}
