package io.ndmap.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/// An open-loop load: requests are due at fixed times, whether those before have been answered or
/// not, and a latency counts from when a request was due. Half of the connections read slowly and
/// are not counted.
///
/// `LoadMain PORT PATH CONNECTIONS RATE SECONDS SLICES` gets `PATH` with `%s` replaced by a random
/// number below SLICES.
final class LoadMain {

  private final int port;
  private final String path;
  private final int slices;
  private final ConcurrentHistogram latencies =
      new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong slow = new AtomicLong();

  private LoadMain(int port, String path, int slices) {
    this.port = port;
    this.path = path;
    this.slices = slices;
  }

  public static void main(String[] args) throws InterruptedException {
    LoadMain load = new LoadMain(Integer.parseInt(args[0]), args[1], Integer.parseInt(args[5]));
    load.run(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    System.out.printf(
        "requests %s, failed %s, slow reads %s, ms: p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f%n",
        load.latencies.getTotalCount(),
        load.failed.get(),
        load.slow.get(),
        load.latencies.getValueAtPercentile(50) / 1e6,
        load.latencies.getValueAtPercentile(99) / 1e6,
        load.latencies.getValueAtPercentile(99.9) / 1e6,
        load.latencies.getMaxValue() / 1e6);
  }

  /// @param connections how many, half of them slow
  /// @param rate requests a second of the others together
  private void run(int connections, int rate, int seconds) throws InterruptedException {
    long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    long end = begin + TimeUnit.SECONDS.toNanos(seconds);
    int fast = connections / 2;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int k = 0; k < fast; k++) {
        long period = TimeUnit.SECONDS.toNanos(1) * fast / rate;
        long first = begin + period * k / fast;
        int seed = k;
        threads.execute(() -> fast(first, period, end, new Random(seed)));
        threads.execute(() -> slow(end, new Random(-1 - seed)));
      }
    }
  }

  private void fast(long first, long period, long end, Random random) {
    try (Socket socket = connect()) {
      for (long due = first; due < end; due += period) {
        long wait = due - System.nanoTime();
        if (wait > 0) {
          TimeUnit.NANOSECONDS.sleep(wait);
        }
        if (get(socket, random, Integer.MAX_VALUE, 0)) {
          latencies.recordValue(Math.max(1, System.nanoTime() - due));
        } else {
          failed.incrementAndGet();
        }
      }
    } catch (IOException | InterruptedException e) {
      failed.incrementAndGet();
    }
  }

  /// Reads 4 KiB every 100 ms.
  private void slow(long end, Random random) {
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(
          new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), port));
      while (System.nanoTime() < end) {
        if (get(socket, random, 4096, 100)) {
          slow.incrementAndGet();
        } else {
          failed.incrementAndGet();
        }
      }
    } catch (IOException | InterruptedException e) {
      failed.incrementAndGet();
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private boolean get(Socket socket, Random random, int step, int pause)
      throws IOException, InterruptedException {
    String request =
        "GET "
            + path.replace("%s", "" + random.nextInt(slices))
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nAuthorization: token "
            + Client.TOKEN
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed");
      }
      head.append((char) next);
    }
    String lower = head.toString().toLowerCase(java.util.Locale.ROOT);
    int at = lower.indexOf("content-length: ") + "content-length: ".length();
    int left = Integer.parseInt(lower.substring(at, lower.indexOf("\r\n", at)));
    while (left > 0) {
      left -= in.readNBytes(Math.min(step, left)).length;
      if (pause > 0) {
        TimeUnit.MILLISECONDS.sleep(pause);
      }
    }
    return lower.startsWith("http/1.1 200");
  }
}
