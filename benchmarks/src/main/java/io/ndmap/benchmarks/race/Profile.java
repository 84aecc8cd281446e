package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/// A profile of a contender in this JVM, from samples of the JDK Flight Recorder. For the innermost
/// ndmap methods that occur most, at most four, it shows the share of the samples, and whether the
/// sampled code was compiled.
///
/// Samples are taken by CPU time (`jdk.CPUTimeSample`) if the JDK supports this event. Time inside
/// the JVM, such as in a copy, then counts for the method that called the JVM.
final class Profile {

  private static final long SECONDS = 2;
  private static final int SHOWN = 4;
  private static final double NEGLIGIBLE = 0.02;
  private static final List<String> EVENTS = List.of("jdk.CPUTimeSample", "jdk.ExecutionSample");

  private Profile() {}

  /// Runs a row for two seconds under the recorder.
  ///
  /// @param contender the contender
  /// @param operation the row, which the contender knows
  /// @return the profile, as one line
  /// @throws IOException if the recording cannot be written or the row fails
  static String of(Contender contender, Operation operation) throws IOException {
    Path file = Files.createTempFile("ndmap-race-", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENTS.getFirst()).with("throttle", "1ms");
      recording.enable(EVENTS.getLast()).with("period", "10 ms");
      recording.start();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      do {
        contender.run(operation.name(), 0, operation.repeats(), Clock.WALL);
      } while (System.nanoTime() < end);
      recording.stop();
      recording.dump(file);
      return "    " + report(RecordingFile.readAllEvents(file));
    } finally {
      Files.delete(file);
    }
  }

  private static String report(List<RecordedEvent> events) {
    for (String name : EVENTS) {
      List<RecordedEvent> samples =
          events.stream()
              .filter(event -> event.getEventType().getName().equals(name))
              .filter(event -> event.getStackTrace() != null)
              .toList();
      if (!samples.isEmpty()) {
        return samples.size() + " samples: " + shares(samples);
      }
    }
    return "no samples";
  }

  private static String shares(List<RecordedEvent> samples) {
    Map<String, Long> counts = new HashMap<>();
    for (RecordedEvent sample : samples) {
      counts.merge(place(sample.getStackTrace()), 1L, Long::sum);
    }
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > NEGLIGIBLE * samples.size())
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .map(
            entry ->
                String.format(
                    Locale.ROOT,
                    "%.0f %% %s",
                    100.0 * entry.getValue() / samples.size(),
                    entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  /// Returns the innermost ndmap method of a sample, which is more useful than the JDK's accessor
  /// that it calls, and the type of the innermost frame, such as `JIT compiled`.
  private static String place(RecordedStackTrace trace) {
    List<RecordedFrame> frames = trace.getFrames();
    RecordedFrame frame =
        frames.stream()
            .filter(it -> it.getMethod().getType().getName().startsWith("io.ndmap."))
            .findFirst()
            .orElse(frames.getFirst());
    String type = frame.getMethod().getType().getName();
    return type.substring(type.lastIndexOf('.') + 1)
        + "."
        + frame.getMethod().getName()
        + " ("
        + frames.getFirst().getType()
        + ")";
  }
}
