package io.ndmap.benchmarks.contest;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.OptionalLong;

/// The machine of a run.
public final class Machine {

  private static final int BYTES = 256 << 20;
  private static final int LAPS = 5;
  private static final int STEP = 1 << 20;

  private Machine() {}

  /// Describes date, processors, system and JDK in one line.
  ///
  /// @return the line
  /// @throws IOException if the system's files cannot be read
  public static String describe() throws IOException {
    return String.format(
        "%s, %s processors, %s %s, %s, JDK %s",
        LocalDate.now(ZoneOffset.UTC),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        processor(),
        System.getProperty("java.vm.version"));
  }

  private static String processor() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(info)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(info).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  /// Measures the current speed of memory and disk, and describes it with the load in one line.
  ///
  /// @param directory a directory on the disk
  /// @return the line
  /// @throws IOException if the directory is not writable
  public static String speed(Path directory) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(BYTES);
      MemorySegment target = arena.allocate(BYTES);
      long copy = fastest(() -> target.copyFrom(source));
      long read =
          fastest(
              () -> {
                if (source.mismatch(target) >= 0) {
                  throw new IllegalStateException("a copy differs");
                }
              });
      return String.format(
          Locale.ROOT,
          "memory is copied at %.1f GB/s and read at %.1f, the disk takes %.2f GB/s, forced; load"
              + " average %.1f",
          (double) BYTES / copy,
          2.0 * BYTES / read,
          (double) BYTES / write(source, directory.resolve("speed")),
          ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
  }

  /// Returns the fewest nanoseconds of several laps.
  private static long fastest(Runnable work) {
    long least = Long.MAX_VALUE;
    for (int lap = 0; lap < LAPS; lap++) {
      long begin = System.nanoTime();
      work.run();
      least = Math.min(least, System.nanoTime() - begin);
    }
    return least;
  }

  private static long write(MemorySegment source, Path path) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      long begin = System.nanoTime();
      for (int at = 0; at < BYTES; at += STEP) {
        var _ = channel.write(source.asSlice(at, STEP).asByteBuffer());
      }
      channel.force(true);
      return System.nanoTime() - begin;
    }
  }

  /// Returns the memory that the system has available.
  ///
  /// @return bytes, or empty if the system does not report it
  public static OptionalLong freeMemory() throws IOException {
    Path info = Path.of("/proc/meminfo");
    if (!Files.isReadable(info)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(info).stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst();
  }
}
