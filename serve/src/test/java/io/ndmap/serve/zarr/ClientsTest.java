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
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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

  private static Path few;
  private static Path all;
  private static FileTree tree;
  private static Workers workers;
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    few = Files.createDirectory(folder.resolve("few"));
    all = Files.createDirectory(folder.resolve("all"));
    Python.runFile(resource("clients.py"), "make", few, "few");
    tree = FileTree.of(List.of(few, all), NpzOptions.DEFAULT);
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
            new Gate(Optional.of(TOKEN), Set.of("127.0.0.1"), Set.of(), Set.of()),
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

  private static String url(String route, Path data) {
    return "http://127.0.0.1:" + server.port() + "/" + route + "/" + data.getFileName();
  }

  private static String run(Path data, List<String> command)
      throws IOException, InterruptedException {
    return Clients.run(
        folder, Map.of("NDMAP_TOKEN", TOKEN, "NDMAP_LARGE", url("zarr", data)), command);
  }

  private static void makeAll() {
    if (!Files.exists(all.resolve("numbers"))) {
      Python.runFile(resource("clients.py"), "make", all, "all");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          zarr;   fsspec aiohttp;             2; zarr-python 2.* 48 arrays
          zarr3;  fsspec aiohttp;             3; zarr-python 3.* 48 arrays
          """)
  void inPythonReadEveryArray(String client, String modules, String version, String printed)
      throws Exception {
    readEveryArray(few, client, modules, version, printed);
  }

  @Test
  @Tag("slow")
  void daskAndXarrayReadEveryArray() throws Exception {
    readEveryArray(
        few,
        "dask xarray",
        "xarray dask fsspec aiohttp",
        "2",
        "dask .* 37 arrays\\nxarray .* 48 arrays");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          zarr;   fsspec aiohttp;             2; zarr-python 2.* 216 arrays
          zarr3;  fsspec aiohttp;             3; zarr-python 3.* 216 arrays
          dask xarray; xarray dask fsspec aiohttp; 2; dask .* 168 arrays\\nxarray .* 216 arrays
          """)
  @Tag("heavy")
  void inPythonReadEveryShape(String client, String modules, String version, String printed)
      throws Exception {
    makeAll();
    readEveryArray(all, client, modules, version, printed);
  }

  private static void readEveryArray(
      Path data, String client, String modules, String version, String printed) throws Exception {
    String python = Clients.python(version + "\\.", modules.split(" "));
    String output =
        run(
            data,
            List.of(
                python,
                "-W",
                "ignore",
                resource("clients.py").toString(),
                client,
                data.toString(),
                url("small", data)));
    assertThat(output).containsPattern(printed);
    assertThat(tree.openFiles()).isLessThan(1000);
  }

  @Test
  void inJavaScriptReadEveryArray() throws Exception {
    readInJavaScript(few, 84);
  }

  @Test
  @Tag("heavy")
  void inJavaScriptReadEveryShape() throws Exception {
    makeAll();
    readInJavaScript(all, 350);
  }

  private static void readInJavaScript(Path data, int count) throws Exception {
    Path node = Clients.nodeFolder(folder);
    Path script =
        Files.copy(
            resource("clients.mjs"),
            node.resolve("clients.mjs"),
            StandardCopyOption.REPLACE_EXISTING);
    List<String> command = new ArrayList<>(List.of("node", script.toString(), url("small", data)));
    command.addAll(
        List.of(Python.runFile(resource("clients.py"), "names", data).strip().split(" ")));
    Path output = Files.writeString(folder.resolve("found.json"), run(data, command));
    assertThat(Python.runFile(resource("clients.py"), "zarrita", data, output))
        .isEqualTo("zarrita: " + count + " arrays\n");
  }
}
