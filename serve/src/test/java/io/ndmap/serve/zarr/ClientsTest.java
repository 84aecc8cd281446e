package io.ndmap.serve.zarr;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.npz.NpzOptions;
import io.ndmap.serve.http.Endpoint;
import io.ndmap.serve.http.Gate;
import io.ndmap.serve.http.HttpServer;
import io.ndmap.serve.http.Metrics;
import io.ndmap.serve.http.Workers;
import io.ndmap.serve.tree.FileTree;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What other people's clients of Zarr read over HTTP: arrays of every numeric dtype, both orders
/// and byte orders, cut into chunks of a few hundred bytes.
class ClientsTest {

  private static final String TOKEN = "secret";
  private static final Path RESOURCES = Path.of("src/test/resources/io/ndmap/serve/zarr");

  @TempDir private static Path folder;

  private static Path data;
  private static FileTree tree;
  private static Workers workers;
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    Python.runFile(resource("clients.py"), "make", data);
    tree = FileTree.of(List.of(data), NpzOptions.DEFAULT);
    workers = new Workers(2);
    Limits small = new Limits(400, 10_000, 1000);
    server =
        HttpServer.start(
            new HttpServer.Settings("127.0.0.1", 0, 100, 64 << 20, Duration.ofSeconds(1)),
            Map.of(
                "small",
                new Endpoint(new ZarrRoute(tree, small), Endpoint.Work.READING, false),
                "zarr",
                new Endpoint(new ZarrRoute(tree), Endpoint.Work.READING, false)),
            new Gate(Optional.of(TOKEN), Set.of("127.0.0.1"), Set.of()),
            workers,
            new Metrics(),
            Optional.empty(),
            tree::sweep);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
      workers.close();
      tree.close();
    }
  }

  private static Path resource(String name) {
    return RESOURCES.resolve(name).toAbsolutePath();
  }

  private String url(String route) {
    return "http://127.0.0.1:" + server.port() + "/" + route + "/data";
  }

  private Map<String, String> environment() {
    return Map.of("NDMAP_TOKEN", TOKEN, "NDMAP_LARGE", url("zarr"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          zarr;   zarr, fsspec, aiohttp;               2.*;  zarr-python 2.* 216 arrays
          zarr3;  zarr, fsspec, aiohttp;               3.*;  zarr-python 3.* 216 arrays
          dask;   zarr, dask.array, fsspec, aiohttp;   2.*;  dask .* 168 arrays
          xarray; zarr, xarray, dask, fsspec, aiohttp; 2.*;  xarray .* 216 arrays
          """)
  void inPythonReadEveryArray(String client, String modules, String version, String printed)
      throws Exception {
    String python =
        Clients.python(
            "import %s, re; assert re.match('%s', zarr.__version__)".formatted(modules, version));
    String output =
        Clients.run(
            folder,
            environment(),
            List.of(
                python,
                "-W",
                "ignore",
                resource("clients.py").toString(),
                client,
                data.toString(),
                url("small")));
    assertThat(output).containsPattern(printed);
    assertThat(tree.openFiles()).isLessThan(1000);
  }

  @Test
  void inJavaScriptReadEveryArray() throws Exception {
    Path node = Clients.nodeFolder(folder);
    Path script = Files.copy(resource("clients.mjs"), node.resolve("clients.mjs"));
    List<String> command = new ArrayList<>(List.of("node", script.toString(), url("small")));
    command.addAll(
        List.of(Python.runFile(resource("clients.py"), "names", data).strip().split(" ")));
    Path output = Files.writeString(folder.resolve("found.json"), run(command));
    assertThat(Python.runFile(resource("clients.py"), "zarrita", data, output))
        .isEqualTo("zarrita: 350 arrays\n");
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    return Clients.run(folder, environment(), command);
  }
}
