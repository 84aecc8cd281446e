package io.ndmap.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that change while they are served, and clients that go away.
class FileChangesTest {

  private static final int ITEMS = 2 << 20;

  @TempDir private Path directory;
  private Client client;

  @BeforeEach
  void serve() throws IOException {
    Files.createDirectory(directory.resolve("d"));
    write(1);
    client = start(ServeOptions.of(directory.resolve("d")));
  }

  private static Client start(ServeOptions options) throws IOException {
    return Client.of(NpyServer.start(options.withToken(Optional.of(Client.TOKEN))));
  }

  private void write(double value) throws IOException {
    double[] items = new double[ITEMS];
    Arrays.fill(items, value);
    NpyFile.write(directory.resolve("new.npy"), NdView.of(items, ITEMS));
    Files.move(
        directory.resolve("new.npy"),
        directory.resolve("d/x.npy"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
  }

  private Socket begin() throws IOException {
    Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), client.server().port());
    socket.setReceiveBufferSize(16 << 10);
    socket
        .getOutputStream()
        .write(
            RawRequest.of(client.server().port(), "GET /data?path=d/x.npy&format=bin")
                .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
        .isEqualTo("HTTP/1.1 200");
    return socket;
  }

  private static long rest(InputStream in) {
    long count = 0;
    try {
      while (in.read() >= 0) {
        count += 1 + in.skip(Math.max(1, in.available()));
      }
    } catch (IOException e) {
      // The connection was cut.
    }
    return count;
  }

  @Test
  void aRunningAnswerKeepsTheFileThatWasReplaced() throws IOException {
    try (Socket socket = begin()) {
      write(2);
      assertThat(client.textOf("/data?path=d/x.npy&selection=7")).isEqualTo("2.0");
      byte[] all = socket.getInputStream().readAllBytes();
      double last =
          java.nio.ByteBuffer.wrap(all)
              .order(java.nio.ByteOrder.LITTLE_ENDIAN)
              .getDouble(all.length - 8);
      assertThat(last).isEqualTo(1);
    }
  }

  @Test
  void aTruncatedFileCutsTheAnswerAndIsAnErrorFromThenOn() throws IOException {
    try (Socket socket = begin()) {
      try (RandomAccessFile file =
          new RandomAccessFile(directory.resolve("d/x.npy").toFile(), "rw")) {
        file.setLength(4096);
      }
      assertThat(rest(socket.getInputStream())).isLessThan(8L * ITEMS);
    }
    assertThat(client.get("/data?path=d/x.npy&selection=7").statusCode()).isEqualTo(422);
    assertThat(client.get("/stats?path=d/x.npy").statusCode()).isEqualTo(422);
    write(3);
    assertThat(client.textOf("/data?path=d/x.npy&selection=7")).isEqualTo("3.0");
  }

  @Test
  void aRemovedFileIsServedToItsEndAndThenNoMore() throws IOException {
    try (Socket socket = begin()) {
      Files.delete(directory.resolve("d/x.npy"));
      assertThat(client.get("/data?path=d/x.npy").statusCode()).isEqualTo(404);
      assertThat(rest(socket.getInputStream())).isGreaterThan(8L * ITEMS);
    }
  }

  @Test
  void clientsThatGoAwayLeaveNothing() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (int k = 0; k < 20; k++) {
      sockets.add(begin());
    }
    assertThat(client.metric("bytes_in_flight")).isPositive();
    for (Socket socket : sockets) {
      // With data unread, as when the client is killed: the connection is reset.
      socket.setSoLinger(true, 0);
      socket.close();
    }
    while (client.metric("bytes_in_flight") > 0) {
      Thread.onSpinWait();
    }
    assertThat(client.metric("open_files")).isLessThanOrEqualTo(1);
  }

  @Test
  void aRequestBeyondTheLimitGetsRetryAfter() throws IOException {
    client.close();
    client = start(ServeOptions.of(directory.resolve("d")).withLimits(1 << 30, 512 << 10, 100));
    try (Socket one = begin()) {
      var refused = client.get("/data?path=d/x.npy&format=bin");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(client.get("/health").statusCode()).isEqualTo(200);
      one.setSoLinger(true, 0);
    }
    while (client.get("/data?path=d/x.npy&selection=:9").statusCode() == 503) {
      Thread.onSpinWait();
    }
  }

  /// A stop accepts nothing new, and waits for what runs.
  @Test
  void aServerThatStopsLetsRunningRequestsEnd() throws Exception {
    try (Socket one = begin();
        ExecutorService closing = Executors.newSingleThreadExecutor()) {
      Future<?> closed =
          closing.submit(
              () -> {
                client.server().close();
                return null;
              });
      while (isListening()) {
        assertThat(Thread.interrupted()).describedAs("waited too long").isFalse();
      }
      assertThat(closed.isDone()).isFalse();
      assertThat(rest(one.getInputStream())).isGreaterThanOrEqualTo(8L * ITEMS);
      closed.get();
    }
  }

  @Test
  @Tag("slow")
  void aServerThatStopsEndsWhatTakesTooLong() throws IOException {
    client.close();
    client =
        start(ServeOptions.of(directory.resolve("d")).withStopping(java.time.Duration.ofMillis(1)));
    try (Socket one = begin()) {
      assertThatThrownBy(client.server()::close)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the server did not stop");
      assertThat(rest(one.getInputStream())).isLessThan(8L * ITEMS);
    }
  }

  private boolean isListening() {
    try (Socket _ = new Socket(java.net.InetAddress.getLoopbackAddress(), client.server().port())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// A client that is killed while it reads slowly says nothing: its connection just ends.
  @Test
  void aClientThatIsKilledLeavesNothing() throws IOException, InterruptedException {
    Process reader =
        new ProcessBuilder(
                "python3",
                "-c",
                """
                import socket, sys
                s = socket.socket()
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
                s.connect(('127.0.0.1', int(sys.argv[1])))
                s.sendall(sys.argv[2].encode())
                print(s.recv(12).decode(), flush=True)
                sys.stdin.read()
                """,
                "" + client.server().port(),
                RawRequest.of(client.server().port(), "GET /data?path=d/x.npy&format=bin"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var answer = reader.inputReader(StandardCharsets.US_ASCII)) {
      assertThat(answer.readLine()).isEqualTo("HTTP/1.1 200");
      assertThat(client.metric("bytes_in_flight")).isPositive();
    } finally {
      reader.destroyForcibly();
    }
    assertThat(reader.waitFor()).isEqualTo(128 + 9);
    while (client.metric("bytes_in_flight") > 0) {
      Thread.onSpinWait();
    }
    Files.delete(directory.resolve("d/x.npy"));
    write(4);
    // The file that was read is retired now; nobody has it, so that one file is open.
    assertThat(client.textOf("/data?path=d/x.npy&selection=7")).isEqualTo("4.0");
    assertThat(client.metric("open_files")).isEqualTo(1);
    assertThat(mappings("x.npy", "deleted")).isZero();
  }

  /// How many mappings of this process are of a file that is gone.
  private static long mappings(String... parts) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> Stream.of(parts).allMatch(line::contains)).count();
    }
  }
}
