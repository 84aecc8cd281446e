package io.ndmap.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.testing.Python;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random headers, judged by the NumPy on this machine.
class RandomHeadersTest {

  // No '/' among them: NumPy divides by a divisor of 0 and dies.
  private static final String[] DTYPES = {
    "'<i4'",
    "'>f8'",
    "'|b1'",
    "'|S5'",
    "'<U3'",
    "'|V4'",
    "'<M8[ns]'",
    "'m8'",
    "'i4'",
    "'=u2'",
    "'f16'",
    "'>c8'",
    "'d'",
    "'int64'",
    "'<M8[25s]'",
    "'S'",
    "'V0'",
    "'3i4'",
    "'i4,f8'",
    "'(2,)f4, >i2'",
    "[]",
    "[('a', '<i4')]",
    "'<i3'",
    "'<a'",
    "[('a', '<i4'), ('b', '>f8', (2,))]",
    "[('', '|V3'), ('x', '|u1')]",
    "[(('t', 'a'), '<i2')]",
    "[((1, 'a'), '<i2'), ((True, 'b'), 'f4', 2)]",
    "[(((b'1', [2.5, 1e-7, 1e16], -0.5j, (), {1: None}), 'a'), '<i2'), ((1L, 'b'), 'O')]",
    "('<i4', ())",
    "[('a', [('b', '<c16', 2)], (1, 2))]",
    "('S', 4)",
    "[('a', ('<i2', (3,)), (2,))]",
    "[('é', '?')]",
    "('<i4', '<f4')",
    "[('\\n', '<i4')]",
    "[('a', 'O')]",
    "['xi', 'yf']",
    "{'xi': 0}",
    "('V', '<i4')",
    "('<i4', [('a', '<i2', 2)])"
  };

  private static final String[] SHAPES = {
    "()",
    "(3,)",
    "(2, 3)",
    "(0,)",
    "(1L,)",
    "(3, 4L)",
    "(0x10,)",
    "(1_0, 2)",
    "(-0,)",
    "(+3,)",
    "((2),)",
    "(2,\n3)"
  };

  private static final String[] NOISE = {
    "(", ")", "[", "]", "{", "}", ",", ":", "'", "\"", " ", "\n", "\r", "\t", "\f", "\\\n", "#",
    "0", "1", "-", "L", "i", "<", ">", "|", "f", "'a'", "u", "b", "\\", "8", "4", ".", "j",
    "\u0000", "é", "True", "None", "=", "S", "V", "?"
  };

  @Test
  void randomHeaders() {
    randomHeaders(2500);
  }

  @Test
  @Tag("slow")
  void eightThousandRandomHeaders() {
    randomHeaders(8000);
  }

  @Test
  @Tag("heavy")
  void manyRandomHeaders() {
    randomHeaders(40_000);
  }

  private static void randomHeaders(int count) {
    Random random = new Random(7);
    List<byte[]> headers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      headers.add(header(random));
    }
    compare(headers);
  }

  @Test
  void blanksAroundTheDictionary() {
    blanksAroundTheDictionary(1200);
  }

  @Test
  @Tag("slow")
  void blanksAroundFourThousandDictionaries() {
    blanksAroundTheDictionary(4000);
  }

  @Test
  @Tag("heavy")
  void blanksAroundManyDictionaries() {
    blanksAroundTheDictionary(20_000);
  }

  private static void blanksAroundTheDictionary(int count) {
    Random random = new Random(8);
    String[] blanks = {" ", "\n", "\r", "\r\n", "\t", "\f", "#c\n", "#", "\\\n", "  "};
    List<byte[]> headers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = random.nextBoolean() ? "(3L,)" : "(3,)";
      text = "{'descr': '<i4', 'fortran_order': False, 'shape': " + text + "}";
      for (int pieces = random.nextInt(4); pieces > 0; pieces--) {
        text = blanks[random.nextInt(blanks.length)] + text;
      }
      for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
        text += blanks[random.nextInt(blanks.length)];
      }
      headers.add(bytes(1 + random.nextInt(3), text));
    }
    compare(headers);
  }

  private static byte[] header(Random random) {
    String descr = DTYPES[random.nextInt(DTYPES.length)];
    String shape = SHAPES[random.nextInt(SHAPES.length)];
    StringBuilder text =
        new StringBuilder(
            "{'descr': " + descr + ", 'fortran_order': True, 'shape': " + shape + ", }    \n");
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, NOISE[random.nextInt(NOISE.length)]);
        default -> text.replace(at, at + 1, NOISE[random.nextInt(NOISE.length)]);
      }
    }
    return bytes(1 + random.nextInt(3), text.toString());
  }

  private static byte[] bytes(int version, String text) {
    byte[] bytes = text.getBytes(version == 3 ? UTF_8 : ISO_8859_1);
    ByteBuffer out = ByteBuffer.allocate(12 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    out.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
    if (version == 1) {
      out.putShort((short) bytes.length);
    } else {
      out.putInt(bytes.length);
    }
    return Arrays.copyOf(out.put(bytes).array(), out.position());
  }

  /// The target itself compares with NumPy.
  private static void compare(List<byte[]> headers) {
    Python.require();
    List<String> differences = new ArrayList<>();
    int refused = 0;
    for (byte[] header : headers) {
      refused += HeaderTarget.read(header).startsWith(HeaderTarget.REFUSED) ? 1 : 0;
      try {
        HeaderTarget.fuzzerTestOneInput(header);
      } catch (AssertionError e) {
        differences.add(new String(header, ISO_8859_1) + "\n" + e.getMessage());
      }
    }
    assertThat(differences.stream().limit(20)).isEmpty();
    assertThat(refused).isBetween(headers.size() / 20, headers.size() - headers.size() / 20);
  }
}
