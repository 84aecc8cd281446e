package io.ndmap.mpi;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Collective steps with a common outcome: either all ranks continue, or all throw the same
/// exception.
final class Agreement {

  // The first byte of a message: whether the result of the task or an exception follows.
  private static final byte DONE = 0;
  private static final byte FAILED = 1;
  private static final byte[] NOTHING = {};

  /// The maximum number of ranks that a message lists.
  private static final int SHOWN_RANKS = 8;

  private Agreement() {}

  /// A step of each rank whose result all ranks receive.
  interface Task {
    byte[] run() throws IOException;
  }

  /// A step of each rank, without a result.
  interface Step {
    void run() throws IOException;
  }

  /// Runs a task on every rank, and gathers the results.
  ///
  /// @return the results of all ranks, by rank
  /// @throws IOException if the lowest failed rank has failed with one. Exceptions of other types
  ///   are thrown too, with their type
  static List<byte[]> gather(Communicator comm, Task task) throws IOException {
    byte[] sent;
    Throwable own = null;
    try {
      sent = message(DONE, task.run());
    } catch (IOException | RuntimeException | Error e) {
      own = e;
      sent = message(FAILED, SentFailure.encode(e));
    }
    List<byte[]> all = comm.allgather(sent);
    for (int rank = 0; rank < all.size(); rank++) {
      byte[] message = all.get(rank);
      if (message[0] == FAILED) {
        throw SentFailure.thrown(
            own != null && rank == comm.rank() ? own : SentFailure.decode(content(message), rank));
      }
    }
    return all.stream().map(Agreement::content).toList();
  }

  /// Runs a step on every rank.
  static void onAllRanks(Communicator comm, Step step) throws IOException {
    var _ =
        gather(
            comm,
            () -> {
              step.run();
              return NOTHING;
            });
  }

  /// Runs a task on rank 0, and sends the result to all ranks.
  ///
  /// @return the result of rank 0, on all ranks
  static byte[] onRankZero(Communicator comm, Task task) throws IOException {
    return gather(comm, () -> comm.rank() == 0 ? task.run() : NOTHING).getFirst();
  }

  /// Computes a value on every rank, from data that are the same on all ranks. So all ranks get the
  /// same value, or all fail in the same way; a failure is attributed to rank 0.
  static <T> T same(Communicator comm, Supplier<T> computing) {
    try {
      return computing.get();
    } catch (RuntimeException e) {
      throw comm.rank() == 0 ? e : SentFailure.marked(e, 0);
    }
  }

  /// Describes a difference between ranks.
  ///
  /// @param values the values of all ranks, by rank
  /// @return the value of rank 0, the first value that differs from it, and the ranks that have
  ///   this other value; empty if all values are equal
  static Optional<String> difference(String what, List<?> values) {
    Object first = values.getFirst();
    return values.stream()
        .filter(value -> !value.equals(first))
        .findFirst()
        .map(
            other ->
                "the %s is %s on rank 0, and %s on %s"
                    .formatted(what, first, other, ranks(values, other)));
  }

  private static String ranks(List<?> values, Object value) {
    List<String> ranks =
        IntStream.range(0, values.size())
            .filter(rank -> values.get(rank).equals(value))
            .mapToObj(Integer::toString)
            .toList();
    return ranks.size() == 1
        ? "rank " + ranks.getFirst()
        : "ranks "
            + String.join(", ", ranks.subList(0, Math.min(ranks.size(), SHOWN_RANKS)))
            + (ranks.size() > SHOWN_RANKS ? " and others" : "");
  }

  private static byte[] message(byte kind, byte[] content) {
    byte[] message = new byte[1 + content.length];
    message[0] = kind;
    System.arraycopy(content, 0, message, 1, content.length);
    return message;
  }

  private static byte[] content(byte[] message) {
    return Arrays.copyOfRange(message, 1, message.length);
  }
}
