package io.ndmap.mpi.library;

import static io.ndmap.mpi.library.Calls.HANDLE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Short messages from one rank to another (chapter 3), in a separate communicator. No call waits
/// for another rank.
public final class MpiMessages {

  /// The maximum number of bytes of a message.
  public static final int MOST_BYTES = 1 << 9;

  private static final int TAG = 0;

  private final Calls calls;
  private final long ranks;
  private final long type;

  MpiMessages(Calls calls, long ranks, long type) {
    this.calls = calls;
    this.ranks = ranks;
    this.type = type;
  }

  /// A nonblocking operation that has begun.
  public interface Pending {
    /// Returns whether the operation is complete.
    boolean isDone() throws MpiCallException;
  }

  /// Begins to send a message to a rank.
  ///
  /// @param arena the arena of the memory that is in use until the operation is complete
  public Pending send(Arena arena, byte[] message, int to) throws MpiCallException {
    MethodHandle call =
        calls.link("MPI_Isend", ADDRESS, JAVA_INT, HANDLE, JAVA_INT, JAVA_INT, HANDLE, ADDRESS);
    MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, message);
    return pending(
        arena,
        "MPI_Isend",
        out -> (int) call.invokeExact(bytes, message.length, type, to, TAG, ranks, out));
  }

  /// Begins a nonblocking barrier of all ranks.
  ///
  /// @param arena the arena of the memory that is in use until the operation is complete
  public Pending barrier(Arena arena) throws MpiCallException {
    MethodHandle call = calls.link("MPI_Ibarrier", HANDLE, ADDRESS);
    return pending(arena, "MPI_Ibarrier", out -> (int) call.invokeExact(ranks, out));
  }

  private Pending pending(Arena arena, String name, Calls.Making begin) throws MpiCallException {
    MethodHandle test = calls.link("MPI_Test", ADDRESS, ADDRESS, ADDRESS);
    MemorySegment request = arena.allocate(JAVA_LONG);
    MemorySegment flag = arena.allocate(JAVA_INT);
    MemorySegment status = Calls.statusMemory(arena);
    calls.check(name, () -> begin.make(request));
    return () -> {
      // A completed request becomes MPI_REQUEST_NULL, which tests as complete.
      calls.check("MPI_Test", () -> (int) test.invokeExact(request, flag, status));
      return flag.get(JAVA_INT, 0) != 0;
    };
  }

  /// Receives the next message of a rank; returns empty if none has arrived.
  public Optional<byte[]> poll(int from) throws MpiCallException {
    MethodHandle probe = calls.link("MPI_Iprobe", JAVA_INT, JAVA_INT, HANDLE, ADDRESS, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flag = arena.allocate(JAVA_INT);
      MemorySegment status = Calls.statusMemory(arena);
      calls.check("MPI_Iprobe", () -> (int) probe.invokeExact(from, TAG, ranks, flag, status));
      return flag.get(JAVA_INT, 0) == 0
          ? Optional.empty()
          : Optional.of(receive(arena, status, from));
    }
  }

  private byte[] receive(Arena arena, MemorySegment status, int from) throws MpiCallException {
    MethodHandle receive =
        calls.link("MPI_Recv", ADDRESS, JAVA_INT, HANDLE, JAVA_INT, JAVA_INT, HANDLE, ADDRESS);
    MemorySegment bytes = arena.allocate(MOST_BYTES);
    calls.check(
        "MPI_Recv",
        () -> (int) receive.invokeExact(bytes, MOST_BYTES, type, from, TAG, ranks, status));
    return bytes.asSlice(0, calls.count(arena, status, type)).toArray(JAVA_BYTE);
  }
}
