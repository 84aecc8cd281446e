package example.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.ConcurrentHistogram;

/// `Load PORT ROWS RATE WARM-UP SECONDS` requests random rows from a service: nine requests in ten
/// for one row, the tenth for sixteen. The loop is open: each request has a scheduled time, whether
/// or not earlier ones were answered, and its latency counts from that time. In parallel it
/// requests `/health` 50 times a second, which reads no file and so shows how long other requests
/// delay it.
///
/// Prints one line: the number of failed requests, and the latencies of rows and of `/health` in
/// milliseconds. The warm-up, in seconds, requests the first hundredth of the rows and is not
/// measured.
final class Load {

  private static final int CONNECTIONS = 64;
  private static final int PROBES = 5;
  private static final int PROBE_RATE = 50;

  private final int port;
  private final long rows;
  private final long warmUntil;
  private final long end;
  private final AtomicLong failed = new AtomicLong();

  private Load(int port, long rows, long begin, int warmUp, int seconds) {
    this.port = port;
    this.rows = rows;
    this.warmUntil = begin + TimeUnit.SECONDS.toNanos(warmUp);
    this.end = warmUntil + TimeUnit.SECONDS.toNanos(seconds);
  }

  public static void main(String[] args) {
    int rate = Integer.parseInt(args[2]);
    long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    Load load =
        new Load(
            Integer.parseInt(args[0]),
            Long.parseLong(args[1]),
            begin,
            Integer.parseInt(args[3]),
            Integer.parseInt(args[4]));
    ConcurrentHistogram ofRows = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
    ConcurrentHistogram ofHealth = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int k = 0; k < CONNECTIONS; k++) {
        Random random = new Random(k);
        threads.execute(
            load.connection(begin, k, CONNECTIONS, rate, some -> path(random, some), ofRows));
      }
      for (int k = 0; k < PROBES; k++) {
        threads.execute(
            load.connection(begin, k, PROBES, PROBE_RATE, _ -> "/health", ofHealth));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "failed %d | rows: %s | /health: %s%n",
        load.failed.get(),
        text(ofRows),
        text(ofHealth));
  }

  private static String path(Random random, long rows) {
    if (random.nextInt(10) > 0) {
      return "/row?i=" + random.nextLong(rows);
    }
    return random
        .longs(16, 0, rows)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "/rows?i=", ""));
  }

  private static String text(ConcurrentHistogram histogram) {
    return String.format(
        Locale.ROOT,
        "%d, p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f",
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50) / 1e6,
        histogram.getValueAtPercentile(99) / 1e6,
        histogram.getValueAtPercentile(99.9) / 1e6,
        histogram.getMaxValue() / 1e6);
  }

  /// Returns one of several connections that share a rate in rotation.
  private Runnable connection(
      long begin, int k, int of, int rate, LongFunction<String> paths, ConcurrentHistogram latencies) {
    long period = TimeUnit.SECONDS.toNanos(1) * of / rate;
    return () -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setTcpNoDelay(true);
        InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        for (long due = begin + period * k / of; due < end; due += period) {
          TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
          if (!isAnswered(socket, in, paths.apply(due < warmUntil ? (rows + 99) / 100 : rows))) {
            failed.incrementAndGet();
          } else if (due >= warmUntil) {
            latencies.recordValue(System.nanoTime() - due);
          }
        }
      } catch (IOException | InterruptedException e) {
        System.err.println(e);
        failed.incrementAndGet();
      }
    };
  }

  private boolean isAnswered(Socket socket, InputStream in, String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    String status = line(in);
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
      }
    }
    in.skipNBytes(length);
    return status.startsWith("HTTP/1.1 200 ");
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the service closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }
}
