package io.ndmap.benchmarks.race;

import io.ndmap.benchmarks.contest.Clock;
import io.ndmap.benchmarks.contest.Contender;
import io.ndmap.benchmarks.contest.Outcome;
import java.io.IOException;

/// A contender that runs each row for two threads on one thread: it runs ndmap's row whose name
/// lacks the ending `, two threads`.
///
/// @param ndmap the contender that runs the operations
record OneThread(Contender ndmap) implements Contender {

  static final String NAME = "ndmap on one thread";
  private static final String SUFFIX = ", two threads";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean knows(String operation) throws IOException {
    return operation.endsWith(SUFFIX) && ndmap.knows(single(operation));
  }

  @Override
  public Outcome check(String operation, int set) throws IOException {
    return ndmap.check(single(operation), set);
  }

  @Override
  public long run(String operation, int set, int repeats, Clock clock) throws IOException {
    return ndmap.run(single(operation), set, repeats, clock);
  }

  private static String single(String operation) {
    return operation.substring(0, operation.length() - SUFFIX.length());
  }

  @Override
  public void close() {
    // The wrapped contender is closed by the code that opened it.
  }
}
