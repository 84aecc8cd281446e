package io.ndmap.fill.ledger;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A participant's entry in the ledger. The participant writes it; after its death, the process
/// that reclaims its chunks clears `inUse`. For information only; no decision depends on it.
///
/// @param process the participant's process
/// @param joined the time when it joined, in milliseconds since 1970
/// @param committed the number of chunks that it has committed
/// @param last the time of its last commit, in milliseconds since 1970, 0 if none
/// @param kind 1 for Java, 2 for Python
/// @param inUse true from joining to leaving; if the participant was killed, until its chunks are
///   reclaimed or another one joins in the slot and leaves
public record WorkerEntry(
    ProcessIdentity process, long joined, long committed, long last, int kind, boolean inUse) {

  /// The length of an entry in bytes.
  static final int BYTES = 64;

  // The kinds of participants.
  public static final int JAVA = 1;
  public static final int PYTHON = 2;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  // Offsets in an entry, in bytes.
  private static final long PID = 0;
  private static final long START = 8;
  private static final long JOINED = 16;
  private static final long COMMITTED = 24;
  private static final long LAST = 32;
  private static final long KIND = 40;
  private static final long IN_USE = 44;
  private static final long NAMESPACE = 48;

  static WorkerEntry read(MemorySegment entry) {
    return new WorkerEntry(
        new ProcessIdentity(
            entry.get(LONG, PID), entry.get(LONG, START), entry.get(LONG, NAMESPACE)),
        entry.get(LONG, JOINED),
        entry.get(LONG, COMMITTED),
        entry.get(LONG, LAST),
        entry.get(INT, KIND),
        isInUse(entry));
  }

  static boolean isInUse(MemorySegment entry) {
    return entry.get(INT, IN_USE) != 0;
  }

  void write(MemorySegment entry) {
    entry.set(LONG, PID, process.pid());
    entry.set(LONG, START, process.start());
    entry.set(LONG, NAMESPACE, process.namespace());
    entry.set(LONG, JOINED, joined);
    entry.set(LONG, COMMITTED, committed);
    entry.set(LONG, LAST, last);
    entry.set(INT, KIND, kind);
    entry.set(INT, IN_USE, inUse ? 1 : 0);
  }

  static void writeCommitted(MemorySegment entry, long committed, long now) {
    entry.set(LONG, COMMITTED, committed);
    entry.set(LONG, LAST, now);
  }

  static void writeLeft(MemorySegment entry) {
    entry.set(INT, IN_USE, 0);
  }
}
