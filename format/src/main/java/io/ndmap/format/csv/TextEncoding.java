package io.ndmap.format.csv;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The conversion between bytes (`S`) or code units (`U`) and the characters of a cell. Each
/// conversion is reversible and rejects text that it cannot represent.
public enum TextEncoding {
  /// Bytes are UTF-8, and code units are code points.
  STRICT {
    @Override
    public String ofBytes(byte... bytes) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw new CsvException(
            "bytes that are not UTF-8; --undecodable escape or --undecodable latin1 writes them",
            e);
      }
    }

    @Override
    public byte[] toBytes(String cell) {
      return cell.getBytes(StandardCharsets.UTF_8);
    }
  },

  /// Like [#STRICT], but undecodable bytes become `\xff`, code units that are not characters become
  /// `\ud800` or `\U00110000`, and backslashes are doubled.
  ESCAPE {
    @Override
    public String ofBytes(byte... bytes) {
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      ByteBuffer in = ByteBuffer.wrap(bytes);
      CharBuffer out = CharBuffer.allocate(bytes.length);
      StringBuilder text = new StringBuilder();
      CoderResult result;
      do {
        result = decoder.decode(in, out, true);
        text.append(out.flip().toString().replace("\\", "\\\\"));
        out.clear();
        for (int i = 0; result.isError() && i < result.length(); i++) {
          text.append(String.format(Locale.ROOT, "\\x%02x", in.get()));
        }
      } while (result.isError());
      return text.toString();
    }

    @Override
    public byte[] toBytes(String cell) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      unescape(cell, text -> bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8)), bytes::write);
      return bytes.toByteArray();
    }

    @Override
    public String ofUnits(int... units) {
      StringBuilder text = new StringBuilder();
      for (int unit : units) {
        if (unit == '\\') {
          text.append("\\\\");
        } else if (isCharacter(unit)) {
          text.appendCodePoint(unit);
        } else {
          text.append(String.format(Locale.ROOT, unit >>> 16 == 0 ? "\\u%04x" : "\\U%08x", unit));
        }
      }
      return text.toString();
    }

    @Override
    public int[] toUnits(String cell) {
      IntStream.Builder units = IntStream.builder();
      unescape(cell, text -> text.codePoints().forEach(units::add), units::add);
      return units.build().toArray();
    }
  },

  /// Each byte becomes the character with the same number; code units are code points.
  LATIN1 {
    @Override
    public String ofBytes(byte... bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public byte[] toBytes(String cell) {
      cell.chars()
          .filter(c -> c > 0xff)
          .findFirst()
          .ifPresent(
              c -> {
                throw new CsvException(String.format(Locale.ROOT, "U+%04X is not in Latin-1", c));
              });
      return cell.getBytes(StandardCharsets.ISO_8859_1);
    }
  };

  private static final Pattern ESCAPE_SEQUENCE =
      Pattern.compile("\\\\(?:(\\\\)|x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|)");

  /// Converts bytes to the text of a cell.
  ///
  /// @throws CsvException with [#STRICT], if the bytes are not UTF-8
  public abstract String ofBytes(byte... bytes);

  /// Converts the text of a cell to bytes.
  ///
  /// @throws CsvException if a character cannot be encoded, or with [#ESCAPE] if a backslash begins
  ///   no escape
  public abstract byte[] toBytes(String cell);

  /// Converts code units to the text of a cell.
  ///
  /// @throws CsvException with [#STRICT] and [#LATIN1], if a code unit is not a character
  public String ofUnits(int... units) {
    for (int unit : units) {
      if (!isCharacter(unit)) {
        throw new CsvException(
            "the code unit 0x"
                + Integer.toHexString(unit)
                + " is not a character; --undecodable escape writes it");
      }
    }
    return new String(units, 0, units.length);
  }

  public int[] toUnits(String cell) {
    return cell.codePoints().toArray();
  }

  /// Whether UTF-8 can encode the code unit. Surrogates are excluded, also because two adjacent
  /// surrogates would be read as one character.
  private static boolean isCharacter(int unit) {
    return Character.isValidCodePoint(unit)
        && !(unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE);
  }

  /// Splits a cell into plain text and escaped codes.
  ///
  /// @param text receives each part without escapes
  /// @param code receives the number of each escape
  /// @throws CsvException if a backslash does not begin an escape
  private static void unescape(String cell, Consumer<String> text, IntConsumer code) {
    Matcher escape = ESCAPE_SEQUENCE.matcher(cell);
    int end = 0;
    while (escape.find()) {
      text.accept(cell.substring(end, escape.start()));
      end = escape.end();
      if (escape.group(1) != null) {
        text.accept("\\");
      } else if (end - escape.start() > 1) {
        code.accept(Integer.parseUnsignedInt(cell.substring(escape.start() + 2, end), 16));
      } else {
        throw new CsvException(
            "'"
                + cell
                + "' has a backslash that begins none of \\\\, \\xff, \\uffff and \\Uffffffff, as"
                + " --undecodable escape writes them");
      }
    }
    text.accept(cell.substring(end));
  }
}
