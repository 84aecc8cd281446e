package io.ndmap.benchmarks.contest;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A contender in this JVM. It is a table of operations; the key of an operation is the name of its
/// row.
public abstract class JavaContender implements Contender {

  /// The result of an operation. It is converted to an [Outcome] on request only, so that timed
  /// runs do not include the conversion.
  public interface Result {
    Outcome outcome();

    static Result number(double value) {
      return () -> Outcome.ofNumbers(value);
    }

    static Result integer(long value) {
      return () -> Outcome.ofInteger(value);
    }

    static Result bytes(MemorySegment target, long bytes) {
      return () -> Outcome.ofDigest(Digest.of(target.asSlice(0, bytes)));
    }
  }

  /// The operation of a row.
  public interface Work {
    /// Runs the operation once.
    ///
    /// @param set the index of the set of cold rows
    Result run(int set) throws IOException;
  }

  private record Row(Work work, Runnable start) {}

  private final String name;
  private final Map<String, Row> rows = new HashMap<>();

  /// Never read; written so that the JIT cannot eliminate a result.
  @SuppressWarnings("unused") // the JIT cannot know that
  private volatile @Nullable Result last;

  public JavaContender(String name) {
    this.name = name;
  }

  /// Adds a row.
  public final void row(String operation, Work work) {
    row(operation, () -> {}, work);
  }

  /// Adds a row that changes its target.
  ///
  /// @param start initialises the target before a check
  public final void row(String operation, Runnable start, Work work) {
    rows.put(operation, new Row(work, start));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean knows(String operation) {
    return rows.containsKey(operation);
  }

  @Override
  public final Outcome check(String operation, int set) throws IOException {
    Row row = found(operation);
    row.start.run();
    return row.work.run(set).outcome();
  }

  @Override
  public final long run(String operation, int set, int repeats, Clock clock) throws IOException {
    Work work = found(operation).work;
    long begin = clock.nanos();
    for (int i = 0; i < repeats; i++) {
      last = work.run(set);
    }
    return clock.nanos() - begin;
  }

  private Row found(String operation) {
    Row row = rows.get(operation);
    if (row == null) {
      throw new IllegalArgumentException(name + " does not know '" + operation + "'");
    }
    return row;
  }
}
