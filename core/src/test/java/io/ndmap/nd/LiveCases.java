package io.ndmap.nd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.array.Manipulation;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Backing;
import io.ndmap.testing.Python;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;

/// Cases that a Python program with NumPy makes from a seed, all in one process: what went in and
/// what NumPy made of it.
///
/// The programs are resources in `live/`; `live/cases.py`, which stands before each, says how a
/// case is written, and `live/names.py` adds functions to NumPy.
final class LiveCases {

  /// One case.
  ///
  /// @param number from 0
  /// @param json what is to be done
  /// @param raw the bytes that it refers to
  record Case(int number, JsonObject json, ByteBuffer raw) {

    /// The bytes of an array of the case, its elements in C order.
    byte[] data(String key) {
      JsonArray range = array(key).getAsJsonArray("data");
      byte[] data = new byte[range.get(1).getAsInt()];
      raw.get(range.get(0).getAsInt(), data);
      return data;
    }

    DType dtype(String key) {
      return DType.parse(array(key).get("dtype").getAsString());
    }

    Shape shape(String key) {
      return Shape.of(longs(array(key).getAsJsonArray("shape"), 0));
    }

    /// An array of the case in memory, in C order: each second on the heap, the others off it and
    /// at odd addresses.
    NdView<?> view(String key, Arena arena) {
      byte[] bytes = data(key);
      MemorySegment segment = MemorySegment.ofArray(bytes);
      if (number % 2 == 0) {
        MemorySegment odd =
            arena.allocate(bytes.length + 9L, 8).asSlice(1 + number % 8, bytes.length);
        segment = odd.copyFrom(segment);
      }
      return NdView.of(segment, dtype(key), shape(key), Order.C, Backing.MEMORY);
    }

    /// The same by way of the views that the case says, as `given` of `cases.py` took them.
    NdView<?> stepped(String key, Arena arena) {
      NdView<?> view = view(key, arena);
      for (JsonElement step : array(key).getAsJsonArray("steps")) {
        view =
            switch (step.getAsString()) {
              case "T" -> view.transpose();
              case "R" -> Manipulation.flip(view);
              default -> view.slice("..., ::2");
            };
      }
      return view;
    }

    private JsonObject array(String key) {
      return json.getAsJsonObject(key);
    }

    @Override
    public String toString() {
      return "case " + number + ": " + json;
    }
  }

  /// The operation that is applied to a case.
  interface Body {
    void run(Case next);
  }

  private LiveCases() {}

  /// The numbers of an array from one index on.
  static long[] longs(JsonArray array, int from) {
    long[] values = new long[array.size() - from];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(from + i).getAsLong();
    }
    return values;
  }

  /// All elements in C order, bit by bit.
  static byte[] items(NdView<?> view) {
    byte[] bytes = new byte[Math.toIntExact(view.shape().byteSize(view.dtype().itemsize()))];
    view.copyTo(
        NdView.of(
            MemorySegment.ofArray(bytes), view.dtype(), view.shape(), Order.C, Backing.MEMORY));
    return bytes;
  }

  /// Runs a program and hands over its cases, or skips the test where there is no NumPy.
  ///
  /// @param arguments further arguments of the program
  /// @return how many there were
  static int forEach(String program, long seed, int count, Body body, String... arguments) {
    try {
      String source =
          String.join("\n", resource("cases.py"), resource("names.py"), resource(program));
      ProcessBuilder python = Python.process("-c", source, seed, count);
      python.command().addAll(List.of(arguments));
      return forEach(python.redirectError(ProcessBuilder.Redirect.INHERIT).start(), body);
    } catch (IOException e) {
      throw new AssertionError(program, e);
    }
  }

  /// Runs a program of so many cases, and tells at the end which of them failed.
  static void allAgree(String program, long seed, int count, BiConsumer<Case, Arena> body) {
    List<String> failures = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      int cases =
          forEach(
              program,
              seed,
              count,
              next -> {
                try {
                  body.accept(next, arena);
                } catch (AssertionError | RuntimeException e) {
                  String what = next + " " + e;
                  failures.add(what.substring(0, Math.min(what.length(), 2500)));
                }
              });
      assertThat(cases).isEqualTo(count);
    }
    assertThat(failures.stream().limit(10)).as(failures.size() + " failures").isEmpty();
  }

  private static int forEach(Process python, Body body) throws IOException {
    try (DataInputStream cases =
        new DataInputStream(new BufferedInputStream(python.getInputStream(), 1 << 16))) {
      int number = 0;
      for (byte[] json = part(cases); json.length > 0; json = part(cases)) {
        JsonObject text = JsonParser.parseString(new String(json, UTF_8)).getAsJsonObject();
        body.run(new Case(number++, text, ByteBuffer.wrap(part(cases))));
      }
      if (python.waitFor() != 0) {
        throw new AssertionError("python3 failed after " + number + " cases");
      }
      return number;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      python.destroy();
    }
  }

  private static byte[] part(DataInputStream cases) throws IOException {
    byte[] length = cases.readNBytes(Integer.BYTES);
    return length.length == 0 ? length : cases.readNBytes(ByteBuffer.wrap(length).getInt());
  }

  /// The text of a program.
  static String resource(String name) throws IOException {
    try (InputStream stream = LiveCases.class.getResourceAsStream("/live/" + name)) {
      return new String(Objects.requireNonNull(stream, name).readAllBytes(), UTF_8);
    }
  }
}
