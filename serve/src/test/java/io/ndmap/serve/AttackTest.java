package io.ndmap.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What must not succeed, as bytes on a connection. A file beside the one that is served has the
/// secret.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AttackTest {

  private static final String SECRET = "the secret of the file outside";

  private Path directory = Path.of("");
  private Client client;
  private final List<String> log = new CopyOnWriteArrayList<>();

  @BeforeAll
  void serve(@TempDir Path given) throws IOException, InterruptedException {
    directory = given;
    Path served = Files.createDirectories(directory.resolve("served/deep"));
    NpyFile.write(served.resolve("a.npy"), NdView.of(new double[1000], 1000));
    NpyFile.write(directory.resolve("served/a.npy"), NdView.of(new double[24], 4, 6));
    Files.writeString(directory.resolve("served/notes.txt"), SECRET);
    byte[] secret = SECRET.getBytes(StandardCharsets.US_ASCII);
    NpyFile.write(directory.resolve("secret.npy"), NdView.of(secret, secret.length));
    NpyFile.write(directory.resolve("served/.hidden.npy"), NdView.of(secret, secret.length));
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.copy(directory.resolve("secret.npy"), outside.resolve("x.npy"));
    Files.createSymbolicLink(directory.resolve("served/out.npy"), directory.resolve("secret.npy"));
    Files.createSymbolicLink(directory.resolve("served/outdir"), outside);
    Files.createSymbolicLink(directory.resolve("served/in.npy"), Path.of("deep/a.npy"));
    Files.createSymbolicLink(directory.resolve("served/loop.npy"), Path.of("loop.npy"));
    Files.createSymbolicLink(directory.resolve("served/null.npy"), Path.of("/dev/null"));
    NpyFile.write(
        directory.resolve("served/<script>alert(1)\n\u001b[2J.npy"), NdView.of(new double[1], 1));
    assertThat(Commands.succeeds("mkfifo", directory.resolve("served/fifo.npy").toString()))
        .isTrue();
    client =
        Client.of(
            NpyServer.start(
                ServeOptions.of(directory.resolve("served"))
                    .withToken(Optional.of(Client.TOKEN))
                    .withOrigins(List.of("https://good.example"))
                    .withLog(log::add)));
  }

  @AfterAll
  void stop() throws IOException {
    client.close();
  }

  private int port() {
    return client.server().port();
  }

  private String send(String request) {
    return RawRequest.send(port(), request.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /data?format=bin&path=served/../secret.npy | 404",
        "GET /data?format=bin&path=../secret.npy | 404",
        "GET /data?format=bin&path=served/%2e%2e/secret.npy | 404",
        "GET /data?format=bin&path=served%2F..%2Fsecret.npy | 404",
        "GET /data?format=bin&path=served/%252e%252e/secret.npy | 404",
        "GET /data?format=bin&path=served/..%00/secret.npy | 400",
        "GET /data?format=bin&path=served/a.npy%00 | 400",
        "GET /data?format=bin&path=served\\..\\secret.npy | 404",
        "GET /data?format=bin&path=served/..%5Csecret.npy | 404",
        "GET /data?format=bin&path=served//a.npy | 404",
        "GET /data?format=bin&path=served/./a.npy | 404",
        "GET /data?format=bin&path=/etc/passwd | 404",
        "GET /data?format=bin&path=//etc/passwd | 404",
        "GET /data?format=bin&path=served//etc/passwd | 404",
        "GET /data?format=bin&path=served/%2Fetc%2Fpasswd | 404",
        "GET /data?format=bin&path=file:///etc/passwd | 404",
        "GET /data?format=bin&path=served/out.npy | 404",
        "GET /data?format=bin&path=served/outdir/x.npy | 404",
        "GET /meta?path=served/outdir | 404",
        "GET /data?format=bin&path=served/loop.npy | 404",
        "GET /data?format=bin&path=served/null.npy | 404",
        "GET /data?format=bin&path=served/fifo.npy | 404",
        "GET /data?format=bin&path=served/.hidden.npy | 404",
        "GET /data?format=bin&path=served/notes.txt | 404",
        "GET /data?format=bin&path=served/a.npy::../x | 404",
        "GET /data?format=bin&path=%ff%fe | 400",
        "GET /data?format=bin&path=%zz | 400",
        "GET /data?format=bin&path=%c0%ae%c0%ae/secret.npy | 400",
        "GET /../secret.npy | 400",
        "GET /..%2fsecret.npy | 400",
        "GET /%2e%2e/secret.npy | 400",
        "GET /static/..%2f..%2fsecret.npy | 400",
        "GET //etc/passwd | 400",
        "GET /zarr/../../secret.npy | 400",
        "GET /data;x=1?path=served/a.npy | 404",
        "GET http://evil.example/data?format=bin&path=served/a.npy | 400",
        "POST /data?format=bin&path=served/a.npy | 405",
        "PUT /data?format=bin&path=served/a.npy | 405",
        "DELETE /data?format=bin&path=served/a.npy | 405",
        "TRACE /data?format=bin&path=served/a.npy | 405",
        "CONNECT evil.example:80 | 405",
        "FROB /data | 405",
        "GET /data?format=bin&path=served/a.npy&selection=[__import__('os')] | 400",
        "GET /data?format=bin&path=served/a.npy&selection=99999999999999999999 | 400",
        "GET /tile?path=served/a.npy&height=4096&width=999999999 | 400",
        "GET /data?format=bin&path=served/in.npy | 200",
        "GET /data?format=bin&path=served/deep/a.npy | 200",
      })
  void aRequestIsAnsweredBy(String line, int status) {
    String answer = send(RawRequest.of(port(), line));
    assertThat(RawRequest.status(answer)).describedAs(answer).isEqualTo(status);
    assertThat(answer).doesNotContain(SECRET).doesNotContain(directory.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1:PORT | 401",
        "localhost:PORT | 401",
        "[::1]:PORT | 401",
        "evil.example | 403",
        "evil.example:PORT | 403",
        "127.0.0.1.evil.example:PORT | 403",
        "127.0.0.1:1 | 403",
        "127.0.0.1 | 403",
        "2130706433:PORT | 403",
        "localhost:PORT@evil.example | 400",
      })
  void theHostMustBeThisServer(String host, int status) {
    String named = host.replace("PORT", "" + port());
    String answer = send("GET /meta HTTP/1.1\r\nHost: " + named + "\r\nConnection: close\r\n\r\n");
    assertThat(RawRequest.status(answer)).describedAs(answer).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Authorization: token wrong | 401",
        "Authorization: token | 401",
        "Authorization: Basic secret | 401",
        "Cookie: ndmap-PORT=wrong | 401",
        "Cookie: ndmap-1=secret | 401",
        "Cookie: x=1; ndmap-PORT=secret | 200",
        "Authorization: Bearer secret | 200",
        "X: 1 | 401",
      })
  void theTokenMustBeKnown(String header, int status) {
    String answer =
        send(
            "GET /meta HTTP/1.1\r\nHost: localhost:%s\r\n%s\r\nConnection: close\r\n\r\n"
                .formatted(port(), header.replace("PORT", "" + port())));
    assertThat(RawRequest.status(answer)).describedAs(answer).isEqualTo(status);
  }

  @Test
  void theTokenOfThePageBecomesACookie() {
    String answer =
        send(
            "GET /?token=secret&path=x%%26y HTTP/1.1\r\nHost: localhost:%s\r\nConnection: close\r\n\r\n"
                .formatted(port()));
    assertThat(answer)
        .startsWith("HTTP/1.1 303 ")
        .contains("Location: /?path=x%26y\r\n")
        .contains(
            "Set-Cookie: ndmap-%s=secret; Path=/; HttpOnly; SameSite=Strict".formatted(port()));
    // The line is written after the answer was sent.
    while (log.stream().noneMatch(line -> line.contains("&path=x%26y"))) {
      assertThat(Thread.interrupted()).describedAs("waited too long").isFalse();
    }
    assertThat(log).anyMatch(line -> line.contains("/?token=...&path=x"));
    assertThat(log).noneMatch(line -> line.contains("token=secret"));
  }

  @Test
  void whatIsTooLongIsRefused() {
    assertThat(RawRequest.status(send(RawRequest.of(port(), "GET /" + "a".repeat(100_000)))))
        .isEqualTo(414);
    assertThat(
            RawRequest.status(
                send(RawRequest.of(port(), "GET /meta", "X: " + "a".repeat(100_000)))))
        .isEqualTo(431);
  }

  @Test
  void aBodyIsRefused() {
    assertThat(
            RawRequest.status(
                send(
                    RawRequest.of(port(), "GET /meta", "Content-Length: 3").stripTrailing()
                        + "\r\n\r\nabc")))
        .isEqualTo(413);
    assertThat(
            RawRequest.status(
                send(RawRequest.of(port(), "GET /meta", "Transfer-Encoding: chunked"))))
        .isIn(400, 413);
    assertThat(
            RawRequest.status(
                send(
                    RawRequest.of(
                        port(), "GET /meta", "Content-Length: 3", "Transfer-Encoding: chunked"))))
        .isIn(400, 413);
  }

  @Test
  void onlyAllowedPagesMayRead() {
    assertThat(send(RawRequest.of(port(), "GET /meta", "Origin: https://evil.example")))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("Access-Control-Allow-Origin");
    assertThat(send(RawRequest.of(port(), "GET /meta", "Origin: https://good.example")))
        .contains("Access-Control-Allow-Origin: https://good.example\r\n")
        .contains("Vary: Origin");
    assertThat(send(RawRequest.of(port(), "OPTIONS /meta", "Origin: https://good.example")))
        .startsWith("HTTP/1.1 204")
        .contains("Access-Control-Allow-Headers: Authorization");
    String asks = "Access-Control-Request-Private-Network: true";
    assertThat(send(RawRequest.of(port(), "OPTIONS /meta", "Origin: https://good.example", asks)))
        .contains("Access-Control-Allow-Private-Network: true\r\n");
    assertThat(send(RawRequest.of(port(), "OPTIONS /meta", "Origin: https://evil.example", asks)))
        .doesNotContain("Access-Control");
  }

  @Test
  void everyAnswerSaysWhatBrowsersMayDo() {
    for (String path : List.of("/meta", "/data", "/none")) {
      assertThat(send(RawRequest.of(port(), "GET " + path)))
          .contains("Content-Security-Policy: default-src 'self'")
          .contains("X-Content-Type-Options: nosniff")
          .contains("Referrer-Policy: no-referrer");
    }
  }

  @Test
  void namesAreEscaped() {
    String list = client.textOf("/meta?path=served");
    assertThat(list).contains("<script>alert(1)\\n\\u001b[2J.npy");
    assertThat(list)
        .doesNotContain("outside/x")
        .contains("a link that leads out of the served files");
    String evil = Client.query("served/<script>alert(1)\n\u001b[2J.npy");
    assertThat(
            client.get("/data?format=npy&path=" + evil).headers().map().get("content-disposition"))
        .containsExactly("attachment; filename=\"_script_alert_1____2J.npy\"");
    assertThat(client.get("/data?format=bin&path=none%0d%0aX:1%1b").statusCode()).isEqualTo(404);
    assertThat(log).noneMatch(line -> line.contains("\n") || line.contains("\u001b"));
  }

  @Test
  void mutatedRequestsAreAnsweredOrRefused() {
    sendMutated(250);
  }

  @Test
  @Tag("slow")
  void moreMutatedRequestsAreAnsweredOrRefused() {
    sendMutated(1000);
  }

  @Test
  @Tag("heavy")
  void manyMutatedRequestsAreAnsweredOrRefused() {
    sendMutated(10_000);
  }

  /// Requests of all kinds with a few bytes changed: each is answered, and by no failure of the
  /// server's own; nothing stays open or in flight.
  private void sendMutated(int count) {
    Random random = new Random(44);
    List<String> seeds =
        List.of(
            RawRequest.of(port(), "GET /meta?path=served"),
            RawRequest.of(port(), "GET /data?path=served/a.npy&selection=1:3,::-2&format=json"),
            RawRequest.of(port(), "GET /data?path=served/a.npy&format=bin", "Range: bytes=3-9"),
            RawRequest.of(port(), "GET /data?path=served/deep/a.npy&format=csv&selection=...,:7"),
            RawRequest.of(
                port(), "GET /stats?path=served/a.npy&selection=0", "If-None-Match: \"x\""),
            RawRequest.of(port(), "GET /histogram?path=served/a.npy&bins=3&range=0,1"),
            RawRequest.of(port(), "GET /percentiles?path=served/a.npy&q=1,99"),
            RawRequest.of(
                port(),
                "GET /tile?path=served/a.npy&rows=0:4&columns=1:5&height=2&width=2&axes=0,1"),
            RawRequest.of(
                port(), "HEAD /data?path=served/a.npy&format=npy", "Accept-Encoding: gzip"),
            RawRequest.of(port(), "OPTIONS /meta", "Origin: https://good.example"));
    for (int k = 0; k < count; k++) {
      byte[] request =
          mutated(
              seeds.get(random.nextInt(seeds.size())).getBytes(StandardCharsets.ISO_8859_1),
              random);
      String answer = RawRequest.send(port(), request);
      if (RawRequest.status(answer) >= 500) {
        assertThat(RawRequest.status(answer))
            .describedAs("%s: %s", new String(request, StandardCharsets.ISO_8859_1), answer)
            .isIn(501, 503, 505);
      }
      assertThat(answer).doesNotContain(SECRET);
    }
    assertThat(log).noneMatch(line -> line.contains(" failed: "));
    assertThat(client.metric("bytes_in_flight")).isZero();
    assertThat(client.metric("open_files")).isBetween(0L, 10L);
    assertThat(client.get("/data?path=served/a.npy").statusCode()).isEqualTo(200);
  }

  private static byte[] mutated(byte[] request, Random random) {
    byte[] bytes = request.clone();
    String some = "\0\r\n%/.:,-[]{}'\"\\&=?#;+ 0123456789abcxyz\u007f\u00ff~*!";
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) some.charAt(random.nextInt(some.length()));
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> {
          byte[] longer = new byte[bytes.length + 1];
          System.arraycopy(bytes, 0, longer, 0, at);
          longer[at] = (byte) some.charAt(random.nextInt(some.length()));
          System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
          bytes = longer;
        }
        default -> {
          int count = Math.min(bytes.length - at, 1 + random.nextInt(8));
          byte[] shorter = new byte[bytes.length - count];
          System.arraycopy(bytes, 0, shorter, 0, at);
          System.arraycopy(bytes, at + count, shorter, at, shorter.length - at);
          bytes = shorter.length == 0 ? bytes : shorter;
        }
      }
    }
    return bytes;
  }
}
