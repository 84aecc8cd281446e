package io.ndmap.safetensors;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.ndmap.layout.Shape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The contents of the JSON in an untrusted header. The parser accepts only the subset of strict
/// JSON that the format allows.
///
/// @param metadata the texts of the object `__metadata__`, by key
/// @param tensors the tensors, in the order in which the JSON lists them
record HeaderJson(Map<String, String> metadata, List<Entry> tensors) {

  /// The key of the metadata, which is not a tensor.
  static final String METADATA = "__metadata__";

  /// The size, in bytes, of the field before the JSON that contains the length of the JSON.
  static final int LENGTH_BYTES = Long.BYTES;

  // The values that the format defines are nested three deep; skipped values may be deeper.
  private static final int MAX_DEPTH = 64;
  // The number of digits of 2⁶³-1.
  private static final int MAX_DIGITS = 19;

  /// A tensor. Its data begins at the offset `begin` and ends before `end`, in bytes after the end
  /// of the header.
  record Entry(String name, SafetensorsType type, Shape shape, long begin, long end) {}

  /// Parses a whole header.
  ///
  /// @param source the name of the file in messages
  /// @throws SafetensorsFormatException if the JSON is not a valid header
  static HeaderJson parse(ByteBuffer json, String source) {
    try (JsonReader reader =
        new JsonReader(
            new InputStreamReader(
                new ByteArrayInputStream(json.array(), json.arrayOffset(), json.remaining()),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)))) {
      reader.setStrictness(Strictness.STRICT);
      reader.setNestingLimit(MAX_DEPTH);
      HeaderJson header = new Parser(reader, source).header();
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw wrong(source, "something follows the JSON object of the header", null);
      }
      return header;
    } catch (CharacterCodingException e) {
      throw wrong(source, "the header is not UTF-8", e);
    } catch (IOException e) {
      // The JSON is in memory, so only the parser throws this: the JSON is malformed.
      throw wrong(source, "the header is not JSON: " + withoutAdvice(e), e);
    }
  }

  /// Returns the first line of a message. Gson appends a second line with a link to a help page.
  private static String withoutAdvice(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static SafetensorsFormatException wrong(
      String source, String message, @Nullable Exception cause) {
    return cause == null
        ? new SafetensorsFormatException(source, LENGTH_BYTES, message)
        : new SafetensorsFormatException(source, LENGTH_BYTES, message, cause);
  }

  private static final class Parser {

    private final JsonReader reader;
    private final String file;
    private String source;

    Parser(JsonReader reader, String file) {
      this.reader = reader;
      this.file = file;
      this.source = file;
    }

    HeaderJson header() throws IOException {
      Map<String, String> metadata = new LinkedHashMap<>();
      List<Entry> tensors = new ArrayList<>();
      Set<String> names = new HashSet<>();
      reader.beginObject();
      while (reader.hasNext()) {
        String name = reader.nextName();
        if (!names.add(name)) {
          throw wrong(file, "two tensors have the name '" + name + "'", null);
        }
        source = file + "::" + name;
        if (name.equals(METADATA)) {
          readMetadata(metadata);
        } else {
          tensors.add(tensor(name));
        }
        source = file;
      }
      reader.endObject();
      return new HeaderJson(metadata, tensors);
    }

    private void readMetadata(Map<String, String> metadata) throws IOException {
      if (reader.peek() == JsonToken.NULL) {
        reader.nextNull();
        return;
      }
      require(JsonToken.BEGIN_OBJECT, "the metadata");
      reader.beginObject();
      while (reader.hasNext()) {
        String key = reader.nextName();
        require(JsonToken.STRING, "the metadata '" + key + "'");
        if (metadata.putIfAbsent(key, reader.nextString()) != null) {
          throw wrong(source, "the metadata '" + key + "' are there twice", null);
        }
      }
      reader.endObject();
    }

    private Entry tensor(String name) throws IOException {
      SafetensorsType type = null;
      long[] shape = null;
      long[] offsets = null;
      require(JsonToken.BEGIN_OBJECT, "the tensor");
      reader.beginObject();
      while (reader.hasNext()) {
        String key = reader.nextName();
        switch (key) {
          case "dtype" -> {
            requireFirst(type == null, key);
            type = type();
          }
          case "shape" -> {
            requireFirst(shape == null, key);
            shape = numbers(key, Shape.MAX_RANK);
          }
          case "data_offsets" -> {
            requireFirst(offsets == null, key);
            offsets = numbers(key, 2);
          }
          // Unknown keys are skipped for later versions of the format, as in the reference.
          default -> reader.skipValue();
        }
      }
      reader.endObject();
      if (type == null || shape == null || offsets == null) {
        String missing = type == null ? "dtype" : shape == null ? "shape" : "data_offsets";
        throw wrong(source, "there is no " + missing, null);
      }
      return entry(name, type, shape, offsets);
    }

    private Entry entry(String name, SafetensorsType type, long[] sizes, long... offsets) {
      if (offsets.length != 2 || offsets[0] > offsets[1]) {
        throw wrong(
            source, "data_offsets must be begin and end, found " + Arrays.toString(offsets), null);
      }
      long bits;
      Shape shape;
      try {
        bits = Math.multiplyExact(items(sizes), (long) type.bits());
        shape = Shape.of(sizes);
        // As in NumPy, sizes of 0 do not excuse the others.
        var _ = shape.byteSize(Math.ceilDiv(type.bits(), Byte.SIZE));
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw wrong(
            source, "a shape of " + Arrays.toString(sizes) + " has more bytes than 2^63-1", e);
      }
      long bytes = offsets[1] - offsets[0];
      if (bits % Byte.SIZE != 0 || bits / Byte.SIZE != bytes) {
        throw wrong(
            source,
            "elements of "
                + type
                + " in the shape "
                + shape
                + " have "
                + (bits % Byte.SIZE == 0 ? bits / Byte.SIZE + " bytes" : bits + " bits")
                + ", its data_offsets "
                + bytes
                + " bytes",
            null);
      }
      return new Entry(name, type, shape, offsets[0], offsets[1]);
    }

    /// Returns the number of elements of a shape.
    ///
    /// @throws ArithmeticException if 64 bits for each element would be 2⁶³ bits or more
    private static long items(long... sizes) {
      if (Arrays.stream(sizes).anyMatch(size -> size == 0)) {
        return 0;
      }
      long product = 1;
      for (long size : sizes) {
        product = Math.multiplyExact(product, size);
      }
      // The size in bits must not overflow. No type has more than 64 bits.
      var _ = Math.multiplyExact(product, (long) Long.SIZE);
      return product;
    }

    private SafetensorsType type() throws IOException {
      require(JsonToken.STRING, "the dtype");
      String name = reader.nextString();
      SafetensorsType type = SafetensorsType.find(name);
      if (type == null) {
        throw wrong(
            source,
            "there is no dtype '"
                + name
                + "', there are "
                + Arrays.toString(SafetensorsType.values()),
            null);
      }
      return type;
    }

    private long[] numbers(String key, int most) throws IOException {
      require(JsonToken.BEGIN_ARRAY, key);
      long[] numbers = new long[most];
      int count = 0;
      reader.beginArray();
      while (reader.hasNext()) {
        if (count == most) {
          throw wrong(source, key + " must have at most " + most + " numbers", null);
        }
        require(JsonToken.NUMBER, "a number of " + key);
        String text = reader.nextString();
        numbers[count++] = number(key, text);
      }
      reader.endArray();
      return Arrays.copyOf(numbers, count);
    }

    private long number(String key, String text) {
      boolean digits =
          text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
      try {
        if (digits) {
          return Long.parseLong(text);
        }
      } catch (NumberFormatException e) {
        // Some numbers of nineteen digits exceed 2⁶³-1.
        digits = false;
      }
      String shown =
          text.length() <= 2 * MAX_DIGITS ? text : text.substring(0, 2 * MAX_DIGITS) + "…";
      throw wrong(
          source,
          "the numbers of " + key + " must be integers from 0 to 2^63-1, found " + shown,
          null);
    }

    private void requireFirst(boolean first, String key) {
      if (!first) {
        throw wrong(source, key + " is there twice", null);
      }
    }

    private void require(JsonToken expected, String what) throws IOException {
      JsonToken found = reader.peek();
      if (found != expected) {
        throw wrong(source, what + " must be " + name(expected) + ", found " + name(found), null);
      }
    }

    private static String name(JsonToken token) {
      return switch (token) {
        case BEGIN_OBJECT -> "a JSON object";
        case BEGIN_ARRAY -> "a JSON array";
        case STRING -> "a JSON string";
        case NUMBER -> "a number";
        case BOOLEAN -> "a boolean";
        case NULL -> "null";
        case END_ARRAY, END_OBJECT, NAME, END_DOCUMENT -> "nothing";
      };
    }
  }
}
