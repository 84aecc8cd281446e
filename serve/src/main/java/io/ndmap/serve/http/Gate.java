package io.ndmap.serve.http;

import io.ndmap.serve.answer.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decides which clients and pages may send requests.
///
/// @param token the token that requests must contain; empty if no token is required
/// @param hosts the names that the header `Host` may have with the port of the server
/// @param proxies the names that the header `Host` may have with any port or none; `*` for any name
/// @param origins origins whose pages may read answers (CORS); `*` for all
public record Gate(
    Optional<String> token, Set<String> hosts, Set<String> proxies, Set<String> origins) {

  /// A name or an address, in brackets if it has colons, and optionally a port.
  private static final Pattern HOST = Pattern.compile("(\\[.*]|[^:]*)(?::([0-9]+))?");

  /// Checks the header `Host`, as a protection against DNS rebinding: if a foreign host name
  /// resolves to this server's address, pages of that host must not count as pages of this server.
  ///
  /// @param host the value of the header `Host`, or an empty string
  /// @param port the port at which the server listens
  /// @throws Problem with 403 if the header names another server
  void checkHost(String host, int port) {
    Matcher parts = HOST.matcher(host.toLowerCase(Locale.ROOT));
    if (proxies.contains("*")
        || (parts.matches() && isHere(parts.group(1), parts.group(2), port))) {
      return;
    }
    throw new Problem(403, "the header Host names another server");
  }

  private boolean isHere(String name, @Nullable String given, int port) {
    boolean isOwnPort = Integer.toString(port).equals(given == null ? "80" : given);
    return proxies.contains(name) || (isOwnPort && hosts.contains(name));
  }

  /// Whether a request may be served: no token is required, or the request has it as a parameter,
  /// in the header `Authorization` or in the cookie.
  ///
  /// @param headers the request headers by lower-case name
  /// @param parameters the query parameters
  /// @param port the port at which the server listens
  boolean admits(Map<String, String> headers, Map<String, String> parameters, int port) {
    if (token.isEmpty()) {
      return true;
    }
    return isToken(parameters.getOrDefault("token", ""))
        || isToken(authorization(headers.getOrDefault("authorization", "")))
        || isToken(cookie(headers.getOrDefault("cookie", ""), cookieName(port)));
  }

  /// Whether a text is the token; false if no token is required. Compares in constant time, so that
  /// the duration does not reveal the token.
  boolean isToken(String text) {
    return token.isPresent()
        && MessageDigest.isEqual(
            text.getBytes(StandardCharsets.UTF_8), token.get().getBytes(StandardCharsets.UTF_8));
  }

  /// The cookie that stores the token in the browser. Its name contains the port, because all ports
  /// of a host share their cookies.
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

  /// The value of `Access-Control-Allow-Origin` for the given origin; empty if pages of the origin
  /// may not read answers.
  Optional<String> allowed(String origin) {
    return origin.isEmpty()
        ? Optional.empty()
        : origins.contains("*")
            ? Optional.of("*")
            : origins.contains(origin) ? Optional.of(origin) : Optional.empty();
  }
}
