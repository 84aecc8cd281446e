package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/// The headers of a request.
///
/// @param fields the values by lower-case name; values of repeated headers are joined by commas
record RequestHead(Map<String, String> fields) {

  /// The parameter with which a client refuses an encoding.
  private static final Pattern REFUSED = Pattern.compile("q=0(\\.0*)?");

  static RequestHead of(HttpFields all) {
    Map<String, String> fields = HashMap.newHashMap(all.size());
    for (HttpField field : all) {
      fields.merge(
          field.getLowerCaseName(),
          field.getValue() == null ? "" : field.getValue(),
          (first, next) -> first + ", " + next);
    }
    return new RequestHead(Collections.unmodifiableMap(fields));
  }

  /// The value of a header, or an empty string.
  String get(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  boolean announcesBody() {
    return has("transfer-encoding") || !fields.getOrDefault("content-length", "0").equals("0");
  }

  boolean acceptsGzip() {
    for (String coding : get("accept-encoding").split(",", -1)) {
      String[] parts = coding.strip().toLowerCase(Locale.ROOT).split(";", 2);
      if (parts[0].strip().equals("gzip")) {
        return parts.length == 1 || !REFUSED.matcher(parts[1].strip()).matches();
      }
    }
    return false;
  }

  /// The byte range that the request asks for.
  ///
  /// @param length the length of the whole body
  /// @param etag the tag of the body, or an empty string
  /// @return empty if the whole body is to be sent: there is no range, it is to be ignored, or the
  ///   header `If-Range` names another tag
  /// @throws Problem with 416 if the range selects no byte
  Optional<ByteRange> range(long length, String etag) {
    return has("range") && fields.getOrDefault("if-range", etag).equals(etag)
        ? ByteRange.of(get("range"), length)
        : Optional.empty();
  }
}
