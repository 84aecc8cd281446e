package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The decoded target of a request line.
///
/// @param endpoint the first segment of the path
/// @param path the rest of the path, without a leading slash
/// @param parameters the query parameters
record RequestText(String endpoint, String path, Map<String, String> parameters) {

  /// Decodes path and query. Ambiguous text is rejected, never repaired.
  ///
  /// @param path the path as it was sent, with `%` escapes
  /// @param query the query as it was sent, without `?`; empty if there is none
  /// @throws Problem with 400 if the text is invalid
  static RequestText of(String path, String query) {
    if (!path.startsWith("/")) {
      throw new Problem(400, "a path begins with /");
    }
    List<String> parts =
        Stream.of(path.substring(1).split("/", -1)).map(part -> decoded(part, false)).toList();
    for (String part : parts) {
      if (part.equals("..") || part.equals(".") || part.indexOf('/') >= 0) {
        throw new Problem(400, "a path may not contain the parts . and .., or an escaped /");
      }
    }
    return new RequestText(
        parts.getFirst(),
        String.join("/", parts.subList(1, parts.size())),
        query.isEmpty() ? Map.of() : parameters(query));
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = name(pair);
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1), true);
      if (parameters.put(name, value) != null) {
        throw new Problem(400, "the parameter '" + name + "' is given twice");
      }
    }
    return parameters;
  }

  private static String name(String pair) {
    int equals = pair.indexOf('=');
    return decoded(equals < 0 ? pair : pair.substring(0, equals), true);
  }

  /// Whether a pair of a query has the given name; false if the pair is invalid.
  static boolean isNamed(String name, String pair) {
    try {
      return name(pair).equals(name);
    } catch (Problem e) {
      return false;
    }
  }

  private static String decoded(String text, boolean plusIsSpace) {
    return isPlain(text) ? text : unescaped(text, plusIsSpace);
  }

  /// Whether the text is only ASCII without escapes and without NUL, so that decoding would not
  /// change it.
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' || c == '+' || c == 0 || c >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String unescaped(String text, boolean plusIsSpace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.write(hex(text, i + 1) << 4 | hex(text, i + 2));
        i += 2;
      } else if (c == '+' && plusIsSpace) {
        bytes.write(' ');
      } else if (c < 0x80) {
        bytes.write(c);
      } else {
        int character = text.codePointAt(i);
        bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(character) - 1;
      }
    }
    try {
      String decoded =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      if (decoded.indexOf('\0') >= 0) {
        throw new Problem(400, "a request may not contain NUL");
      }
      return decoded;
    } catch (CharacterCodingException e) {
      throw new Problem(400, "the escaped bytes are not UTF-8");
    }
  }

  private static int hex(String text, int at) {
    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
    if (digit < 0 || text.charAt(at) >= 0x80) {
      throw new Problem(400, "a % is followed by two hexadecimal digits");
    }
    return digit;
  }
}
