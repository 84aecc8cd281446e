package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides which clients and pages may send requests.
///
/// @param token what a request must know, or nothing
/// @param hosts the names by which the server may be called, without ports; any if there are none
/// @param origins pages of other servers that may read answers; `*` is all of them
public record Gate(Optional<String> token, Set<String> hosts, Set<String> origins) {

  /// Checks the name by which the server was called: a page of another name that leads to this
  /// address must not be taken for one of ours.
  ///
  /// @param host the header `Host`, or empty
  /// @throws Problem with 403
  void checkHost(String host, int port) {
    if (hosts.isEmpty()) {
      return;
    }
    String lower = host.toLowerCase(Locale.ROOT);
    String suffix = ":" + port;
    String name =
        lower.endsWith(suffix) ? lower.substring(0, lower.length() - suffix.length()) : lower;
    boolean portIsRight = !name.equals(lower) || port == 80;
    if (!portIsRight || !hosts.contains(name)) {
      throw new Problem(403, "the header Host names another server");
    }
  }

  /// Whether a request knows the token.
  ///
  /// @param headers by their names in lower case
  /// @param parameters of the query
  boolean admits(Map<String, String> headers, Map<String, String> parameters, int port) {
    if (token.isEmpty()) {
      return true;
    }
    return isToken(parameters.getOrDefault("token", ""))
        || isToken(authorization(headers.getOrDefault("authorization", "")))
        || isToken(cookie(headers.getOrDefault("cookie", ""), cookieName(port)));
  }

  /// Compares in a time that does not depend on where they differ.
  boolean isToken(String text) {
    return token.isPresent()
        && MessageDigest.isEqual(
            text.getBytes(StandardCharsets.UTF_8), token.get().getBytes(StandardCharsets.UTF_8));
  }

  /// The cookie that gives a browser the token. Cookies are shared by all ports of a host.
  String cookie(int port) {
    return cookieName(port) + "=" + token.orElse("") + "; Path=/; HttpOnly; SameSite=Strict";
  }

  private static String cookieName(int port) {
    return "ndmap-" + port;
  }

  private static String authorization(String header) {
    int space = header.indexOf(' ');
    String scheme = space < 0 ? "" : header.substring(0, space).toLowerCase(Locale.ROOT);
    return scheme.equals("token") || scheme.equals("bearer")
        ? header.substring(space + 1).strip()
        : "";
  }

  private static String cookie(String header, String name) {
    for (String pair : header.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
        return pair.substring(equals + 1).strip();
      }
    }
    return "";
  }

  /// The origin that may read the answer, as a header says it.
  Optional<String> allowed(String origin) {
    return origin.isEmpty()
        ? Optional.empty()
        : origins.contains("*")
            ? Optional.of("*")
            : origins.contains(origin) ? Optional.of(origin) : Optional.empty();
  }
}
