package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The server as a process: the address that it prints, its refusals and its end.
class ServeCommandTest {

  @TempDir private Path directory = Path.of("");

  private Path ints() throws IOException {
    return Cli.npy(directory.resolve("x.npy"), "'|i1'", "(2, 3)", new byte[] {1, 2, 3, 4, 5, 6});
  }

  private Process start(Object... args) throws IOException {
    return new ProcessBuilder(Cli.command(List.of(), args)).start();
  }

  private record Response(int status, String body) {}

  private static Response get(URI page, String path) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) page.resolve(path).toURL().openConnection();
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Response(status, new String(in.readAllBytes(), UTF_8));
    } finally {
      // The server waits two seconds for a connection that is kept before it stops.
      connection.disconnect();
    }
  }

  private static String errors(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  /// SIGTERM and SIGINT, as service managers and terminals send them.
  @ParameterizedTest
  @CsvSource("TERM, 143")
  void theAddressThatIsPrintedWorksUntilASignal(String signal, int exit) throws Exception {
    Process process = start("serve", ints(), "--port", 0, "--access-log");
    try (BufferedReader out = process.inputReader(UTF_8)) {
      String line = out.readLine();
      assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=\\S{20,}");
      URI page = URI.create(line);
      assertThat(get(page, "/meta?path=x.npy").status()).isEqualTo(401);
      Response data = get(page, "/data?path=x.npy&" + page.getQuery());
      assertThat(data.body()).isEqualTo("[[1,2,3],[4,5,6]]");
      Assumptions.assumeFalse(
          signal.equals("INT") && BigFileTest.ignoresControlC(process),
          "this process was started with Ctrl-C ignored, and so are its children");
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(out.readLine()).isNull();
      assertThat(process.waitFor()).isEqualTo(exit);
      assertThat(errors(process))
          .contains("/meta?path=x.npy", " 401 ", " 200 ")
          .doesNotContain("\tat ", page.getQuery().substring("token=".length()));
    } finally {
      process.destroyForcibly();
    }
  }

  @Tag("heavy")
  @Test
  void theAddressThatIsPrintedWorksUntilAnInterrupt() throws Exception {
    theAddressThatIsPrintedWorksUntilASignal("INT", 130);
  }

  @Test
  @Tag("slow")
  void withoutATokenEverybodyOfThisMachineReads() throws Exception {
    Process process = start("serve", directory, ints(), "--port", 0, "--no-token");
    try (BufferedReader out = process.inputReader(UTF_8)) {
      URI page = URI.create(out.readLine());
      assertThat(page.toString()).matches("http://127\\.0\\.0\\.1:\\d+/");
      assertThat(get(page, "/").status()).isEqualTo(200);
      assertThat(get(page, "/data?path=x.npy").body()).isEqualTo("[[1,2,3],[4,5,6]]");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @Tag("slow")
  void membersOfAllCompressionsAreServedToAllAddressesWithAWarning() throws Exception {
    Path archive = Path.of("../mmap/src/test/resources/compressed/mixed.npz");
    Process process = start("serve", archive, "--port", 0, "--no-token", "--public");
    try (BufferedReader out = process.inputReader(UTF_8);
        BufferedReader err = process.errorReader(UTF_8)) {
      URI page = URI.create(out.readLine());
      assertThat(page.toString()).startsWith("http://127.0.0.1:");
      assertThat(err.readLine()).isEqualTo("ndmap: everybody who reaches this machine can read");
      for (String method : List.of("stored", "deflated", "bzip2", "lzma")) {
        assertThat(get(page, "/data?path=mixed.npz::" + method + "-f8&selection=0").body())
            .isEqualTo("[0.0,1.0,2.0,3.0]");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aPortInUseIsSaidSo() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Cli cli = Cli.run("serve", ints(), "--port", other.getLocalPort());
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      assertThat(cli.out()).isEmpty();
      assertThat(cli.err())
          .isEqualTo(
              "ndmap: cannot listen at port "
                  + other.getLocalPort()
                  + " of 127.0.0.1: Address already in use; --port 0 takes a free one\n");
    }
  }

  @Test
  void whatCannotBeServedIsSaidSo() throws IOException {
    Path missing = directory.resolve("none.npy");
    Cli none = Cli.run("serve", missing, "--port", 0);
    assertThat(none.exit()).isEqualTo(Main.FAILED);
    assertThat(none.err())
        .startsWith("ndmap: " + missing + ": ")
        .contains("no such file or directory")
        .doesNotContain("Exception");
    Cli device = Cli.run("serve", "/dev/null", "--port", 0);
    assertThat(device.exit()).isEqualTo(Main.FAILED);
    assertThat(device.err()).startsWith("ndmap: /dev/null: ").doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "198.51.100.7",
        "256.1.1.1",
      })
  void anUnassignedAddressIsReported(String host) throws IOException {
    for (String port : new String[] {"--port=0", "--port=8887"}) {
      Cli cli = Cli.run("serve", ints(), "--host", host, port);
      assertThat(cli.exit()).isEqualTo(Main.FAILED);
      assertThat(cli.err())
          .isEqualTo(
              "ndmap: cannot listen at " + host + ": it is not an address of this machine\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serve | Missing required parameter: 'PATH'",
        "serve x.npy --token a --no-token | --token and --no-token exclude each other",
        "serve x.npy --public --host ::1 | --public and --host exclude each other",
        "serve x.npy --port 65536 | --port must be from 0 to 65535, found 65536",
        "serve x.npy --port x | Invalid value for option '--port': 'x' is not",
        "serve x.npy --threads 0 | --threads must be from 1 to 1024, found 0",
        "serve x.npy --max-connections 0 | --max-connections must be from 1",
        "serve x.npy --cache 1x | --cache: '1x' is not a size",
        "serve x.npy --max-response 0 | --max-response: '0' is not a size",
        "serve x.npy --token= | --token: ",
        "serve x.npy --nothing | Unknown option: '--nothing'",
      })
  void wrongUsageIsExitTwo(String args, String message) {
    Cli cli = Cli.run((Object[]) args.split(" "));
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err())
        .startsWith("ndmap: " + message)
        .endsWith("Try 'ndmap serve --help'.\n")
        .doesNotContain("\tat ");
  }
}
