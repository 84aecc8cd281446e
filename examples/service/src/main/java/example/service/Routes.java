package example.service;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.op.RankedRow;
import io.ndmap.stream.NpyReader;
import io.ndmap.stream.NpyWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The HTTP interface of the service. Arrays are sent and received as `.npy`, which NumPy can write
/// and read.
///
/// - `GET /row?i=5`: a vector; `GET /rows?i=5,7`: a matrix
/// - `POST /topk?k=10`: the rows with the largest products with each row of the body, as JSON
/// - `GET /mean`: the mean of all rows
/// - `POST /replace`: later requests read the version that was renamed over the file
/// - `GET /health`
final class Routes {

  private static final int MOST_ROWS = 10_000;

  /// How many full passes may run at a time: each is admitted with that fraction of the limit.
  private static final int PASSES = 2;

  private final Embeddings embeddings;
  private final Admission admission;
  private final long mostBytes;

  Routes(Embeddings embeddings, long mostBytes) {
    this.embeddings = embeddings;
    this.mostBytes = mostBytes;
    this.admission = new Admission(mostBytes);
  }

  void addTo(HttpRouting.Builder routing) {
    routing
        .get("/row", this::row)
        .get("/rows", this::rows)
        .post("/topk", this::topK)
        .get("/mean", this::mean)
        .post("/replace", this::replace)
        .get("/health", (_, response) -> response.send("ok\n"))
        .error(Admission.FullException.class, Routes::full)
        .error(IllegalArgumentException.class, Routes::wrong)
        .error(IndexOutOfBoundsException.class, Routes::wrong)
        .error(NpyFormatException.class, Routes::wrong);
  }

  private void row(ServerRequest request, ServerResponse response) throws IOException {
    long row = number(parameter(request, "i"));
    try (var _ = admission.admit(2 * embeddings.rowBytes())) {
      response.send(npy(embeddings.rows(row).index(0, 0)));
    }
  }

  private void rows(ServerRequest request, ServerResponse response) throws IOException {
    long[] rows =
        Stream.of(parameter(request, "i").split(",", -1)).mapToLong(Routes::number).toArray();
    if (rows.length > MOST_ROWS) {
      throw new IllegalArgumentException("at most " + MOST_ROWS + " rows, found " + rows.length);
    }
    try (var _ = admission.admit(2 * rows.length * embeddings.rowBytes())) {
      response.send(npy(embeddings.rows(rows)));
    }
  }

  private void topK(ServerRequest request, ServerResponse response) throws IOException {
    int most = Math.toIntExact(number(parameter(request, "k")));
    try (var _ = admission.admit(mostBytes / PASSES);
        InputStream in = request.content().inputStream()) {
      NdView<?> queries = NpyReader.open(in, "the queries").read();
      response.send(json(embeddings.best(queries, most)));
    }
  }

  private void mean(ServerRequest request, ServerResponse response) throws IOException {
    try (var _ = admission.admit(mostBytes / PASSES)) {
      response.send(npy(embeddings.mean()));
    }
  }

  private void replace(ServerRequest request, ServerResponse response) throws IOException {
    embeddings.replace();
    response.status(Status.NO_CONTENT_204).send();
  }

  private static String parameter(ServerRequest request, String name) {
    return request
        .query()
        .first(name)
        .orElseThrow(() -> new IllegalArgumentException("the parameter '" + name + "' is missing"));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not an integer", e);
    }
  }

  private static byte[] npy(NdView<?> array) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyWriter.write(out, array);
    return out.toByteArray();
  }

  private static String json(List<List<RankedRow>> best) {
    return best.stream()
        .map(
            rows ->
                rows.stream()
                    .map(row -> "{\"row\":" + row.row() + ",\"product\":" + row.value() + "}")
                    .collect(Collectors.joining(",", "[", "]")))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static void full(ServerRequest request, ServerResponse response, Exception e) {
    response
        .status(Status.SERVICE_UNAVAILABLE_503)
        .header(HeaderNames.RETRY_AFTER, "1")
        .send(e.getMessage() + "\n");
  }

  private static void wrong(ServerRequest request, ServerResponse response, Exception e) {
    response.status(Status.BAD_REQUEST_400).send(e.getMessage() + "\n");
  }
}
