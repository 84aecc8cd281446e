package io.ndmap.serve;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/// An open-loop load: requests are due at fixed times, whether those before have been answered or
/// not, and a latency counts from when a request was due. Half of the connections read slowly; they
/// are not timed.
///
/// `LoadMain PORT PATH CONNECTIONS RATE WARMUP SECONDS SLICES` gets `PATH` with `%s` replaced by a
/// random number below SLICES. Nothing of the first WARMUP seconds is counted but failures. It
/// prints `requests`, `slow`, and in milliseconds `p50`, `p99`, `p999`, `max`, then each kind of
/// failure with its count. It prints `begin` when the counted part begins and `end` when it ends,
/// so that a caller can read the processor time of the server in between.
final class LoadMain {

  private final int port;
  private final String path;
  private final int slices;
  private final ConcurrentHistogram latencies =
      new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
  private final Map<String, LongAdder> failures = new ConcurrentSkipListMap<>();
  private final LongAdder slow = new LongAdder();
  private long counted;
  private long end;

  private LoadMain(int port, String path, int slices) {
    this.port = port;
    this.path = path;
    this.slices = slices;
  }

  public static void main(String[] args) throws InterruptedException {
    LoadMain load = new LoadMain(Integer.parseInt(args[0]), args[1], Integer.parseInt(args[6]));
    load.run(
        Integer.parseInt(args[2]),
        Integer.parseInt(args[3]),
        Integer.parseInt(args[4]),
        Integer.parseInt(args[5]));
    System.out.printf(
        Locale.ROOT,
        "requests %s slow %s p50 %.2f p99 %.2f p999 %.2f max %.2f failures %s%n",
        load.latencies.getTotalCount(),
        load.slow.sum(),
        load.latencies.getValueAtPercentile(50) / 1e6,
        load.latencies.getValueAtPercentile(99) / 1e6,
        load.latencies.getValueAtPercentile(99.9) / 1e6,
        load.latencies.getMaxValue() / 1e6,
        load.failures);
  }

  /// @param connections how many, half of them slow
  /// @param rate requests a second of the others together
  private void run(int connections, int rate, int warmUp, int seconds) throws InterruptedException {
    long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    counted = begin + TimeUnit.SECONDS.toNanos(warmUp);
    end = counted + TimeUnit.SECONDS.toNanos(seconds);
    int fast = connections / 2;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int k = 0; k < fast; k++) {
        long period = TimeUnit.SECONDS.toNanos(1) * fast / rate;
        long first = begin + period * k / fast;
        int seed = k;
        threads.execute(() -> connected(0, in -> fast(in, first, period, new Random(seed))));
        threads.execute(() -> connected(4096, in -> slow(in, new Random(-1 - seed))));
      }
      until(counted);
      System.out.println("begin");
      until(end);
      System.out.println("end");
    }
  }

  private static void until(long due) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
  }

  /// A connection, and what has been read of it in advance.
  private record Peer(Socket socket, InputStream in) {}

  private interface Work {
    void on(Peer peer) throws IOException, InterruptedException;
  }

  /// @param receiveBuffer bytes that the system keeps for it; 0 for as many as it likes
  private void connected(int receiveBuffer, Work work) {
    try (Socket socket = new Socket()) {
      if (receiveBuffer > 0) {
        socket.setReceiveBufferSize(receiveBuffer);
      }
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      work.on(new Peer(socket, new BufferedInputStream(socket.getInputStream(), 4096)));
    } catch (IOException | InterruptedException e) {
      failed(e.toString());
    }
  }

  private void failed(String why) {
    failures.computeIfAbsent(why, _ -> new LongAdder()).increment();
  }

  private void fast(Peer peer, long first, long period, Random random)
      throws IOException, InterruptedException {
    for (long due = first; due < end; due += period) {
      until(due);
      if (get(peer, random, Integer.MAX_VALUE, 0) && due >= counted) {
        latencies.recordValue(Math.max(1, System.nanoTime() - due));
      }
    }
  }

  /// Reads 4 KiB every 100 ms.
  private void slow(Peer peer, Random random) throws IOException, InterruptedException {
    while (System.nanoTime() < end) {
      if (get(peer, random, 4096, 100) && System.nanoTime() >= counted) {
        slow.increment();
      }
    }
  }

  /// Whether a request was answered with 200.
  private boolean get(Peer peer, Random random, int step, int pause)
      throws IOException, InterruptedException {
    String request =
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: token %s\r\n\r\n"
            .formatted(path.replace("%s", "" + random.nextInt(slices)), port, Client.TOKEN);
    peer.socket().getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    String head = head(peer.in());
    int left = length(head);
    while (left > 0) {
      int count = Math.min(step, left);
      peer.in().skipNBytes(count);
      left -= count;
      if (pause > 0) {
        TimeUnit.MILLISECONDS.sleep(pause);
      }
    }
    String status = head.substring(0, head.indexOf('\r'));
    if (!status.startsWith("http/1.1 200")) {
      failed(status);
      return false;
    }
    return true;
  }

  /// The line of the status and the headers, in lower case.
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server closed the connection before an answer");
      }
      head.append((char) next);
    }
    return head.toString().toLowerCase(Locale.ROOT);
  }

  private static int length(String head) throws IOException {
    String name = "\r\ncontent-length: ";
    int at = head.indexOf(name);
    if (at < 0) {
      throw new IOException("an answer has no length");
    }
    int from = at + name.length();
    return Integer.parseInt(head.substring(from, head.indexOf("\r\n", from)));
  }
}
