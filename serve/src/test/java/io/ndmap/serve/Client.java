package io.ndmap.serve;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/// A client of a server whose token it knows.
record Client(NpyServer server, HttpClient http) implements AutoCloseable {

  static final String TOKEN = "secret";

  static Client of(NpyServer server) {
    return new Client(server, HttpClient.newHttpClient());
  }

  /// Gets a path, with pairs of names and values of headers.
  HttpResponse<byte[]> get(String path, String... headers) {
    return send("GET", path, headers);
  }

  HttpResponse<byte[]> send(String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Authorization", "token " + TOKEN);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path, e);
    }
  }

  static String query(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  String textOf(String path) {
    return text(get(path));
  }

  static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  JsonObject json(String path) {
    return JsonParser.parseString(textOf(path)).getAsJsonObject();
  }

  /// The value of a metric.
  long metric(String name) {
    return textOf("/metrics")
        .lines()
        .filter(line -> line.startsWith("ndmap_" + name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws IOException {
    http.shutdownNow();
    server.close();
  }
}
