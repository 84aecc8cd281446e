package io.ndmap.npy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.ndmap.layout.Order;
import io.ndmap.literal.PyRepr;
import io.ndmap.testing.Python;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random headers, judged by the NumPy on this machine.
class NumpyAgreementTest {

  private static final String READ_HEADERS =
      """
      import io
      try: from numpy.lib import _format_impl as F
      except ImportError: from numpy.lib import format as F
      def judge(h):
          b = io.BytesIO(bytes.fromhex(h))
          try:
              v = F.read_magic(b)
              shape, fortran, dtype = F._read_array_header(b, v)
              if any(type(x) is not int or not 0 <= x < 2**63 for x in shape): return None
              if dtype.subdtype: return 'subarray'
              return repr((F.dtype_to_descr(dtype), fortran, shape, b.tell()))
          except Exception: return None
      answer = [judge(h) for h in ask]\
      """;

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
    Random random = new Random(7);
    List<byte[]> headers = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      headers.add(header(random));
    }
    compare(headers);
  }

  @Test
  void blanksAroundTheDictionary() {
    Random random = new Random(8);
    String[] blanks = {" ", "\n", "\r", "\r\n", "\t", "\f", "#c\n", "#", "\\\n", "  "};
    List<byte[]> headers = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
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
    byte[] bytes =
        text.getBytes(version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    NpyVersion v =
        version == 1 ? NpyVersion.V1_0 : version == 2 ? NpyVersion.V2_0 : NpyVersion.V3_0;
    HeaderPrefix prefix = new HeaderPrefix(v, bytes.length);
    ByteBuffer out = ByteBuffer.allocate((int) prefix.end());
    prefix.putTo(out);
    return out.put(bytes).array();
  }

  private static void compare(List<byte[]> headers) {
    JsonArray ask = new JsonArray();
    headers.forEach(h -> ask.add(HexFormat.of().formatHex(h)));
    JsonArray answers = Python.answer(READ_HEADERS, ask).getAsJsonArray();
    List<String> differences = new ArrayList<>();
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < headers.size(); i++) {
      JsonElement answer = answers.get(i);
      String here = here(headers.get(i));
      String expected = answer.isJsonNull() ? "refused" : answer.getAsString();
      if (here.startsWith("refused")) {
        refused += answer.isJsonNull() ? 1 : 0;
        if (!answer.isJsonNull() && !isRefusedOnPurpose(headers.get(i), expected, here)) {
          differences.add(text(headers.get(i)) + "\n  NumPy: " + expected + "\n  here:  " + here);
        }
      } else {
        accepted++;
        if (!here.equals(expected)) {
          differences.add(text(headers.get(i)) + "\n  NumPy: " + expected + "\n  here:  " + here);
        }
      }
    }
    assertThat(differences.stream().limit(20)).isEmpty();
    assertThat(accepted).isGreaterThan(1000);
    assertThat(refused).isGreaterThan(1000);
  }

  /// What the contracts say is refused although NumPy reads it.
  private static boolean isRefusedOnPurpose(byte[] header, String numpy, String here) {
    String text = text(header);
    return (here.contains("no Python literal") && (text.contains("\\r") || text.contains("\\x0c")))
        || numpy.equals("subarray")
        || here.contains("a set has no order")
        || (here.contains("unexpected indentation") && text.contains("\\\\\\n"))
        || here.contains("the field has no name")
        || here.matches(".*data type '[<>|=]?\\\\(x|[ntr]).*");
  }

  private static String text(byte[] header) {
    return "v"
        + header[6]
        + " "
        + PyRepr.repr(new String(header, 8, header.length - 8, StandardCharsets.ISO_8859_1));
  }

  private static String here(byte[] bytes) {
    try {
      NpyHeader header =
          NpyHeaderCodec.decodeAny(ByteBuffer.wrap(bytes), "x.npy", HeaderLimits.DEFAULT);
      return "("
          + header.dtype().descr()
          + ", "
          + fortran(header)
          + ", "
          + header.shape()
          + ", "
          + header.dataOffset()
          + ")";
    } catch (NpyFormatException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String fortran(NpyHeader header) {
    return header.order() == Order.F ? "True" : "False";
  }
}
