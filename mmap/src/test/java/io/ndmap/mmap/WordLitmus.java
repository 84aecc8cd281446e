package io.ndmap.mmap;

import io.ndmap.nd.LongView;
import io.ndmap.sync.AtomicLongs;
import io.ndmap.sync.PublicationCell;
import java.util.Map;
import java.util.TreeMap;

/// Small programs of two processes whose outcome depends on the order in which stores become
/// visible, on a table of 64 cache lines with 8 words each. Each prints what it saw and how often.
enum WordLitmus {
  /// The ledger's word: a reader that sees a chunk as done sees all of the chunk.
  LEDGER_WORD(1_000_000) {
    private static final int DONE = 2;

    @Override
    void write(LongView table, int times) {
      AtomicLongs words = AtomicLongs.of(table);
      for (long epoch = 1; epoch <= times; epoch++) {
        for (int j = 0; j < 8; j++) {
          table.set(CHUNK + j, j, epoch);
        }
        words.setRelease(WORD, 0, epoch << 2 | DONE);
      }
    }

    @Override
    void read(LongView table, int times, Outcomes outcomes) {
      AtomicLongs words = AtomicLongs.of(table);
      long epoch = 0;
      while (epoch < times) {
        epoch = words.getAcquire(WORD, 0) >>> 2;
        boolean stale = false;
        // Backwards, so that the last store is read first.
        for (int j = 7; j >= 0; j--) {
          stale |= table.get(CHUNK + j, j) < epoch;
        }
        outcomes.add(stale ? "stale" : "whole");
      }
    }
  },

  /// A store of an aligned word is atomic, even a plain store.
  WHOLE_WORD(2_000_000) {
    @Override
    void write(LongView table, int times) {
      AtomicLongs words = AtomicLongs.of(table);
      for (long i = 1; i <= times; i++) {
        table.set(WORD, 0, twice(i));
        words.set(WORD, 1, twice(i));
        words.setRelease(WORD, 2, twice(i));
      }
      words.setRelease(END, 0, 1);
    }

    // The halves of one value, in either byte order.
    private static long twice(long value) {
      return value << 32 | value;
    }

    @Override
    void read(LongView table, int times, Outcomes outcomes) {
      AtomicLongs words = AtomicLongs.of(table);
      while (words.getAcquire(END, 0) == 0) {
        for (int j = 0; j < 3; j++) {
          long word = words.get(WORD, j);
          outcomes.add((int) word == word >>> 32 ? "whole" : "halves");
        }
      }
      outcomes.add("whole");
    }
  },

  /// Volatile accesses have a total order: if two processes each store and then read the other's
  /// element, at least one sees the other's store.
  STORE_BUFFER(100_000) {
    @Override
    void write(LongView table, int times) {
      AtomicLongs words = AtomicLongs.of(table);
      for (long i = 1; i <= times; i++) {
        meet(words, 0, 2 * i);
        words.setVolatile(WORD, 0, i);
        words.set(RESULT, 0, words.getVolatile(WORD + 1, 0));
        meet(words, 0, 2 * i + 1);
      }
    }

    @Override
    void read(LongView table, int times, Outcomes outcomes) {
      AtomicLongs words = AtomicLongs.of(table);
      for (long i = 1; i <= times; i++) {
        meet(words, 1, 2 * i);
        words.setVolatile(WORD + 1, 0, i);
        long seen = words.getVolatile(WORD, 0);
        meet(words, 1, 2 * i + 1);
        boolean neither = seen < i && words.get(RESULT, 0) < i;
        outcomes.add(neither ? "neither" : "one or both");
      }
    }

    // Waits until both processes have reached a step.
    @SuppressWarnings("ThreadPriorityCheck")
    private static void meet(AtomicLongs words, int self, long step) {
      words.setRelease(STEP + self, 0, step);
      for (int spin = 0; words.getAcquire(STEP + 1 - self, 0) < step; spin++) {
        if (spin < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
  },

  /// The publication cell with the smallest data that can be torn.
  CELL(50_000) {
    @Override
    void write(LongView table, int times) {
      PublicationCell<LongView> cell = cell(table);
      LongView next = cellRow(table).copy();
      for (int i = 1; i <= times; i++) {
        next.fill(i);
        var _ = cell.publish(next);
        Thread.onSpinWait();
      }
    }

    @Override
    void read(LongView table, int times, Outcomes outcomes) {
      PublicationCell<LongView> cell = cell(table).withAttempts(1_000_000);
      LongView mine = cellRow(table).copy();
      long version = 0;
      while (version < times) {
        version = cell.read(mine);
        outcomes.add(mine.get(0) == version && mine.get(1) == version ? "whole" : "torn");
      }
    }

    private static PublicationCell<LongView> cell(LongView table) {
      return PublicationCell.of(cellRow(table), table, WORD, 0);
    }

    // The same word of two lines of the cache.
    private static LongView cellRow(LongView table) {
      return table.slice(0, CHUNK, CHUNK + 2, 1).index(1, 0);
    }
  };

  /// Counts what was seen.
  static final class Outcomes {
    private final Map<String, Long> counts = new TreeMap<>();

    void add(String outcome) {
      var _ = counts.merge(outcome, 1L, Long::sum);
    }

    Map<String, Long> counts() {
      return counts;
    }
  }

  private static final int WORD = 2;
  private static final int RESULT = 6;
  private static final int END = 8;
  private static final int STEP = 10;
  private static final int CHUNK = 16;
  private static final int SPINS = 1000;

  private final int times;

  WordLitmus(int times) {
    this.times = times;
  }

  /// The usual number of runs.
  int times() {
    return times;
  }

  /// The stores and loads of the first process.
  abstract void write(LongView table, int times);

  /// The accesses of the second process; returns the values seen.
  abstract void read(LongView table, int times, Outcomes outcomes);
}
