package io.ndmap.serve.zarr;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.serve.NpyServer;
import io.ndmap.serve.ServeOptions;
import io.ndmap.testing.Commands;
import io.ndmap.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The scripts of `docs/zarr.md`, against a server.
class ZarrDocumentTest {

  private static final String TOKEN = "secret";

  @TempDir private static Path folder;

  private static NpyServer server;

  @BeforeAll
  static void start() throws IOException {
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Python.run(
        """
        np.save(argv[0] + '/a.npy', np.arange(24, dtype='<f4').reshape(2, 3, 4))
        np.savez(argv[0] + '/all.npz', x=np.arange(5, 9))
        """,
        runs);
    server =
        NpyServer.start(
            ServeOptions.of(runs)
                .withToken(Optional.of(TOKEN))
                .withOrigins(List.of("https://viewer.example")));
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  /// The one block of a language in a section.
  private static String block(String section, String language) throws IOException {
    String text = Files.readString(Path.of("../docs/zarr.md"));
    return Pattern.compile(
            "## %s\n(?s:(?!\n## ).)*?```%s\n((?s:.)*?)```".formatted(section, language))
        .matcher(text)
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of("NDMAP_URL", "http://127.0.0.1:" + server.port(), "NDMAP_TOKEN", TOKEN);
    return Clients.run(folder, environment, command);
  }

  private String python(String section, String... modules)
      throws IOException, InterruptedException {
    String python = Clients.python("", modules);
    return run(List.of(python, "-W", "ignore", "-c", block(section, "python")));
  }

  @Test
  @Tag("slow")
  void zarrPython() throws Exception {
    assertThat(python("zarr-python", "fsspec", "aiohttp"))
        .isEqualTo("(2, 3, 4) float32 210.0 [5 6]\n");
  }

  @Test
  @Tag("slow")
  void xarrayAndDask() throws Exception {
    assertThat(python("xarray and dask", "xarray", "dask", "fsspec", "aiohttp"))
        .containsPattern("'dim_1_3': 3, 'dim_2_4': 4.*\\[6\\. 7\\. 8\\. 9\\.]\n");
  }

  @Test
  void javaScript() throws Exception {
    Path script =
        Files.writeString(
            Clients.nodeFolder(folder).resolve("script.mjs"), block("JavaScript", "js"));
    assertThat(run(List.of("node", script.toString())))
        .isEqualTo("[ 4 ] Float32Array(4) [ 20, 21, 22, 23 ]\n");
  }

  @Test
  void curl() throws Exception {
    Assumptions.assumeTrue(Commands.succeeds("curl", "--version"), "curl is not there");
    String output = run(List.of("sh", "-c", block("curl", "sh"))).replace("\r", "");
    assertThat(output.lines().map(String::strip))
        .containsExactly(
            "{\"zarr_format\":2,\"shape\":[2,3,4],\"chunks\":[2,3,4],\"dtype\":\"<f4\",\"order\":\"C\","
                + "\"fill_value\":null,\"compressor\":null,\"filters\":null,\"dimension_separator\":\".\"}",
            "1               2",
            "200 96",
            "304 0",
            "Access-Control-Allow-Origin: https://viewer.example");
  }
}
