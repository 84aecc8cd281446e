package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import io.ndmap.op.Binary;
import io.ndmap.op.Unary;
import io.ndmap.testing.Numpy;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Arithmetic gives the bits that NumPy gives, and refuses what NumPy refuses: cases found by lot,
/// of any layout, dtype and overlap of operands and target. NaN is compared as NaN, whatever its
/// bits.
class LiveArithmeticTest {

  private static final int FEW_CASES = 200;
  private static final int CASES = 500;

  private static final int SEEDS = 2;
  private static final int MORE_SEEDS = 8;

  private static Numpy numpy;

  private static IntStream seeds() {
    return IntStream.rangeClosed(1, SEEDS);
  }

  private static IntStream moreSeeds() {
    return IntStream.rangeClosed(SEEDS + 1, MORE_SEEDS);
  }

  @BeforeAll
  static void start() throws IOException {
    numpy = Numpy.start();
    try (InputStream script = LiveArithmeticTest.class.getResourceAsStream("live_arithmetic.py")) {
      numpy.run(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @AfterAll
  static void stop() {
    if (numpy != null) {
      numpy.close();
    }
  }

  @Test
  void agreesWithNumpy() {
    agreesWithNumpy(1, FEW_CASES);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithNumpyInManyCases(int seed) {
    agreesWithNumpy(seed, CASES);
  }

  private static void agreesWithNumpy(int seed, int many) {
    List<String> cases = numpy.run("result = cases(%s, %s)".formatted(seed, many));
    assertThat(cases).hasSize(many);
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      JsonObject one = JsonParser.parseString(cases.get(i)).getAsJsonObject();
      String failure = replay(one);
      if (!failure.isEmpty()) {
        failures.add("case " + i + ", " + failure + ": " + describe(one));
      }
    }
    assertThat(failures).isEmpty();
  }

  @Tag("heavy")
  @ParameterizedTest
  @MethodSource("moreSeeds")
  void agreesWithNumpyInMoreCases(int seed) {
    agreesWithNumpy(seed, CASES);
  }

  /// The faults that were found, or nothing.
  private static String replay(JsonObject one) {
    byte[] before = bytes(one.get("before"));
    // Of any memory, and three threads must not make a difference.
    Place place = Place.values()[before.length % 3];
    MemorySegment memory = memory(before, place);
    NdView<?> target =
        view(memory, one.get("dtype"), one.getAsJsonObject("target"), place)
            .parallel(1 + before.length / 3 % 3);
    List<NdView<?>> operands = new ArrayList<>();
    for (JsonElement element : one.getAsJsonArray("operands")) {
      operands.add(element.isJsonNull() ? target : operand(memory, element, place));
    }
    try {
      run(one, operands, target);
    } catch (DTypeException | ArithmeticException e) {
      return one.has("error") ? "" : e.toString();
    }
    if (one.has("error")) {
      return "not refused";
    }
    makeAlike(target, one.get("op").getAsString().equals("combine"));
    byte[] after = memory.toArray(ValueLayout.JAVA_BYTE);
    int wrong = Arrays.mismatch(after, bytes(one.get("after")));
    return wrong < 0 ? "" : "byte " + wrong + " differs";
  }

  private static String describe(JsonObject one) {
    JsonObject copy = one.deepCopy();
    copy.remove("before");
    copy.remove("after");
    for (JsonElement operand : copy.getAsJsonArray("operands")) {
      if (operand.isJsonObject() && !operand.getAsJsonObject().get("bytes").isJsonNull()) {
        operand.getAsJsonObject().addProperty("bytes", "its own");
      }
    }
    return copy.toString();
  }

  private static NdView<?> operand(MemorySegment shared, JsonElement element, Place place) {
    JsonObject operand = element.getAsJsonObject();
    JsonElement own = operand.get("bytes");
    MemorySegment memory = own.isJsonNull() ? shared : memory(bytes(own), place).asReadOnly();
    return view(memory, operand.get("dtype"), operand.getAsJsonObject("layout"), place);
  }

  /// The memory of arrays: loops read the last kind in place.
  private enum Place {
    HEAP,
    ARENA,
    DIRECT
  }

  private static MemorySegment memory(byte[] bytes, Place place) {
    if (place == Place.HEAP) {
      return MemorySegment.ofArray(bytes.clone());
    }
    MemorySegment memory =
        place == Place.ARENA
            ? Arena.ofAuto().allocate(Math.max(1, bytes.length))
            : DirectMemory.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return memory.asSlice(0, bytes.length);
  }

  private static NdView<?> view(
      MemorySegment memory, JsonElement dtype, JsonObject layout, Place place) {
    Strided strided =
        Strided.of(
            layout.get("offset").getAsLong(),
            Shape.of(longs(layout.getAsJsonArray("shape"))),
            longs(layout.getAsJsonArray("strides")));
    return NdView.of(
        memory,
        DType.parse("'" + dtype.getAsString() + "'"),
        strided,
        place == Place.DIRECT ? new DirectMemory() : Backing.MEMORY);
  }

  private static long[] longs(JsonArray array) {
    return array.asList().stream().mapToLong(JsonElement::getAsLong).toArray();
  }

  private static byte[] bytes(JsonElement base64) {
    return Base64.getDecoder().decode(base64.getAsString());
  }

  private static void run(JsonObject one, List<NdView<?>> operands, NdView<?> target) {
    NdView<?> left = operands.isEmpty() ? target : operands.get(0);
    @Nullable Number number = one.has("number") ? number(one.get("number")) : null;
    NdView<?> right = operands.isEmpty() ? target : operands.getLast();
    switch (one.get("op").getAsString()) {
      case "clip" -> {
        JsonArray bounds = one.getAsJsonArray("bounds");
        target.clip(number(bounds.get(0)), number(bounds.get(1)));
      }
      case "combine" -> {
        Binary operation = Binary.valueOf(one.get("operation").getAsString());
        if (number == null) {
          left.combine(operation, right, target);
        } else {
          left.combine(operation, number, target);
        }
      }
      case "map" -> left.map(Unary.valueOf(one.get("operation").getAsString()), target);
      case "where" -> {
        ByteView mask = left.as(ByteView.class);
        if (number == null) {
          operands.get(1).where(mask, right, target);
        } else {
          operands.get(1).where(mask, number, target);
        }
      }
      case "assign" -> target.copyFrom(left.broadcastTo(target.shape()));
      case "addScaled" -> target.addScaled(left, Objects.requireNonNull(number));
      default -> natural(one, left, right, number, target);
    }
  }

  /// A new array has NumPy's dtype and elements, and is then what goes into the target.
  private static void natural(
      JsonObject one, NdView<?> left, NdView<?> right, @Nullable Number number, NdView<?> target) {
    String op = one.get("op").getAsString();
    if (one.has("fresh")) {
      NdView<?> fresh = number == null ? fresh(op, left, right) : fresh(op, left, number);
      JsonObject expected = one.getAsJsonObject("fresh");
      assertThat(fresh.dtype()).isEqualTo(DType.parse(expected.get("dtype").getAsString()));
      NdView<?> numpy =
          NdView.of(
              MemorySegment.ofArray(bytes(expected.get("bytes"))),
              fresh.dtype(),
              Shape.of(longs(expected.getAsJsonArray("shape"))),
              Order.C);
      assertThat(fresh.contentEquals(numpy, true)).as("%s: %s", describe(one), fresh).isTrue();
    }
    switch (op) {
      case "plus" -> {
        if (number == null) {
          left.plus(right, target);
        } else {
          left.plus(number, target);
        }
      }
      case "minus" -> {
        if (number == null) {
          left.minus(right, target);
        } else {
          left.minus(number, target);
        }
      }
      case "times" -> {
        if (number == null) {
          left.times(right, target);
        } else {
          left.times(number, target);
        }
      }
      default -> {
        if (number == null) {
          left.dividedBy(right, target);
        } else {
          left.dividedBy(number, target);
        }
      }
    }
  }

  private static NdView<?> fresh(String op, NdView<?> left, NdView<?> right) {
    return switch (op) {
      case "plus" -> left.plus(right);
      case "minus" -> left.minus(right);
      case "times" -> left.times(right);
      default -> left.dividedBy(right);
    };
  }

  private static NdView<?> fresh(String op, NdView<?> left, Number number) {
    return switch (op) {
      case "plus" -> left.plus(number);
      case "minus" -> left.minus(number);
      case "times" -> left.times(number);
      default -> left.dividedBy(number);
    };
  }

  /// A number of some class that holds it.
  private static Number number(JsonElement scalar) {
    BigInteger bits = new BigInteger(scalar.getAsJsonObject().get("bits").getAsString());
    if (scalar.getAsJsonObject().get("kind").getAsString().equals("double")) {
      double value = Double.longBitsToDouble(bits.longValueExact());
      return Double.compare((float) value, value) == 0 ? (Number) (float) value : (Number) value;
    }
    return switch (bits.bitLength() / 8) {
      case 0 -> bits.byteValueExact();
      case 1 -> bits.shortValueExact();
      case 2, 3 -> bits.intValueExact();
      case 4, 5 -> bits.longValueExact();
      default -> bits;
    };
  }

  private static void makeAlike(NdView<?> view, boolean zeros) {
    makeNansAlike(view);
    if (zeros && view.dtype() instanceof ScalarType scalar && scalar.kind().isFloat()) {
      switch (view) {
        case DoubleView v -> v.apply(x -> x == 0 ? 0 : x);
        case FloatView v -> v.apply(x -> x == 0 ? 0 : x);
        case ShortView v -> v.apply(x -> (x & 0x7fff) == 0 ? 0 : x);
        default -> throw new AssertionError(view.dtype());
      }
    } else if (zeros && view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex()) {
      makeAlike(view.real(), true);
      makeAlike(view.imag(), true);
    }
  }

  private static void makeNansAlike(NdView<?> view) {
    if (!(view.dtype() instanceof ScalarType scalar)) {
      return;
    }
    if (scalar.kind().isComplex()) {
      makeNansAlike(view.real());
      makeNansAlike(view.imag());
    } else if (scalar.kind().isFloat()) {
      switch (view) {
        case DoubleView v -> v.apply(x -> Double.isNaN(x) ? Double.NaN : x);
        case FloatView v -> v.apply(x -> Float.isNaN(x) ? Float.NaN : x);
        case ShortView v -> v.apply(x -> (x & 0x7fff) > 0x7c00 ? (short) 0x7e00 : x);
        default -> throw new AssertionError(view.dtype());
      }
    }
  }
}
