package example.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.helidon.webserver.WebServer;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.FloatView;
import io.ndmap.nd.NdView;
import io.ndmap.stream.NpyReader;
import io.ndmap.stream.NpyWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ParameterizedClass
@EnumSource(Reading.Way.class)
class ServiceTest {

  private static final float[][] ROWS = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}};

  private final Reading reading;
  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir Path directory;
  private Path path;
  private Embeddings embeddings;
  private WebServer server;

  ServiceTest(Reading.Way way) {
    this.reading = new Reading(way, 2);
  }

  @BeforeEach
  void start() throws IOException {
    path = directory.resolve("vectors.npy");
    NpyFile.write(path, NdView.of(ROWS));
    embeddings = Embeddings.open(path, reading);
    server = Main.start(embeddings, 0);
  }

  @AfterEach
  void stop() {
    server.stop();
    embeddings.close();
    reading.close();
    client.close();
  }

  private HttpResponse<byte[]> send(String target, HttpRequest.Builder request) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.port() + target);
    return client.send(request.uri(uri).build(), BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String target) throws Exception {
    return send(target, HttpRequest.newBuilder().GET());
  }

  private static FloatView array(HttpResponse<byte[]> response) throws IOException {
    assertEquals(200, response.statusCode(), () -> new String(response.body()));
    return NpyReader.open(new ByteArrayInputStream(response.body()), "the response")
        .read()
        .as(FloatView.class);
  }

  @Test
  void aRow() throws Exception {
    assertArrayEquals(ROWS[2], array(get("/row?i=2")).toArray());
    assertArrayEquals(ROWS[3], array(get("/row?i=-1")).toArray());
  }

  @Test
  void severalRows() throws Exception {
    FloatView rows = array(get("/rows?i=2,0,2"));
    assertEquals(Shape.of(3, 3), rows.shape());
    assertArrayEquals(new float[] {0, 0, 3, 1, 0, 0, 0, 0, 3}, rows.toArray());
  }

  @Test
  void theBestRowsForEachQuery() throws Exception {
    ByteArrayOutputStream queries = new ByteArrayOutputStream();
    NpyWriter.write(queries, NdView.of(new float[][] {{1, 0, 0}, {0, 1, 1}}));
    HttpResponse<byte[]> response =
        send(
            "/topk?k=2",
            HttpRequest.newBuilder().POST(BodyPublishers.ofByteArray(queries.toByteArray())));
    assertEquals(
        "[[{\"row\":0,\"product\":1.0},{\"row\":3,\"product\":1.0}],"
            + "[{\"row\":2,\"product\":3.0},{\"row\":1,\"product\":2.0}]]",
        new String(response.body()));
  }

  @Test
  void theMean() throws Exception {
    assertArrayEquals(new float[] {0.5f, 0.75f, 1}, array(get("/mean")).toArray());
  }

  @Test
  void wrongRequests() throws Exception {
    assertWrong("/row", "the parameter 'i' is missing\n");
    assertWrong("/row?i=x", "'x' is not an integer\n");
    HttpResponse<byte[]> beyond = get("/row?i=4");
    assertEquals(400, beyond.statusCode());
    assertTrue(new String(beyond.body()).contains("4"), () -> new String(beyond.body()));
    HttpResponse<byte[]> noArray =
        send("/topk?k=1", HttpRequest.newBuilder().POST(BodyPublishers.ofString("no array")));
    assertEquals(400, noArray.statusCode(), () -> new String(noArray.body()));
  }

  private void assertWrong(String target, String text) throws Exception {
    HttpResponse<byte[]> response = get(target);
    assertEquals(400, response.statusCode());
    assertEquals(text, new String(response.body()));
  }

  @Test
  void laterRequestsReadTheNewVersion() throws Exception {
    NpyFile.write(
        path, NdView.of(new float[][] {{7, 8}}), CreateOptions.DEFAULT.withReplacing());
    assertArrayEquals(ROWS[0], array(get("/row?i=0")).toArray());
    assertEquals(204, send("/replace", HttpRequest.newBuilder().POST(BodyPublishers.noBody())).statusCode());
    assertArrayEquals(new float[] {7, 8}, array(get("/row?i=0")).toArray());
  }

  @Test
  void aWrongVersionChangesNothing() throws Exception {
    NpyFile.write(path, NdView.of(new double[] {1}), CreateOptions.DEFAULT.withReplacing());
    HttpResponse<byte[]> response =
        send("/replace", HttpRequest.newBuilder().POST(BodyPublishers.noBody()));
    assertEquals(400, response.statusCode());
    assertEquals(path + ": a matrix of <f4 is needed, found <f8 (1,)\n", new String(response.body()));
    assertArrayEquals(ROWS[0], array(get("/row?i=0")).toArray());
  }

  @Test
  void refusesWhatItHasNoMemoryFor() {
    Admission admission = new Admission(100);
    Admission.Share share = admission.admit(60);
    Admission.FullException full =
        assertThrows(Admission.FullException.class, () -> admission.admit(50));
    assertEquals("60 of 100 bytes are in flight; ask again", full.getMessage());
    share.close();
    admission.admit(1000).close();
    assertEquals(0, admission.inFlight());
  }

  @Test
  void requestsAndMappingsAreCounted() throws Exception {
    assertEquals(200, get("/row?i=1").statusCode());
    assertEquals(400, get("/row?i=x").statusCode());
    assertEquals(404, get("/secret").statusCode());

    HttpResponse<byte[]> metrics = get("/metrics");

    String type = metrics.headers().firstValue("content-type").orElseThrow();
    assertTrue(type.startsWith("text/plain;") && type.contains("version=0.0.4"), type);
    String text = new String(metrics.body());
    for (String labels : List.of(
        "status=\"200\",uri=\"/row\"",
        "status=\"400\",uri=\"/row\"",
        "status=\"404\",uri=\"none\"")) {
      assertTrue(text.contains("http_server_requests_seconds_count{" + labels + "} 1\n"), text);
    }
    assertTrue(text.lines().anyMatch(line -> line.matches("ndmap_mappings [2-9].*")), text);
    assertTrue(text.contains("jvm_memory_used_bytes{"), text);
  }
}
