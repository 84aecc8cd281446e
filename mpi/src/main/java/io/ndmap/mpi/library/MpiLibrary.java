package io.ndmap.mpi.library;

import static io.ndmap.mpi.library.Calls.HANDLE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;

/// The calls of the MPI library on `MPI_COMM_WORLD`, with the names and arguments of the standard
/// (MPI 3.1). Memory must be native; counts are C `int`s, below 2³¹. A collective operation begins
/// with its nonblocking call, such as `MPI_Ibcast`, and then waits for completion.
///
/// A call that fails throws [MpiCallException] with the library's text; this requires the error
/// handler `MPI_ERRORS_RETURN`, which [#initialize] sets. The thread level that [#initialize]
/// returns determines which threads may call.
public final class MpiLibrary {

  /// The system property that names the library.
  public static final String PROPERTY = "ndmap.mpi.library";

  /// The environment variable that names the library.
  public static final String VARIABLE = "NDMAP_MPI_LIBRARY";

  /// The level `MPI_THREAD_SERIALIZED` of thread support (section 12.4.3), the same in both
  /// flavours.
  public static final int THREAD_SERIALIZED = 2;

  private final LibraryFinder.Found found;
  private final Flavour flavour;
  private final Calls calls;
  private final MpiFileCalls files;
  private Waiting waiting = _ -> {};
  private long begun;

  /// Called repeatedly while this rank waits long for other ranks.
  public interface Waiting {

    /// @param call the name of the collective call in which this rank waits
    void on(String call) throws MpiCallException;
  }

  private MpiLibrary(LibraryFinder.Found found) {
    this.found = found;
    this.flavour = found.flavour();
    this.calls = new Calls(found.symbols(), flavour);
    this.files = new MpiFileCalls(calls, flavour);
  }

  /// Loads the library that [#PROPERTY] or, without it, [#VARIABLE] names, or otherwise one that
  /// matches the launcher of this process.
  ///
  /// @throws IllegalStateException if there is no such library, or the JVM denies native access
  public static MpiLibrary load(Optional<Launcher> launcher) {
    Map<String, String> environment = System.getenv();
    Optional<String> requested =
        Optional.ofNullable(System.getProperty(PROPERTY))
            .or(() -> Optional.ofNullable(environment.get(VARIABLE)));
    try {
      LibraryFinder.keepSignals(environment);
      return new MpiLibrary(LibraryFinder.find(requested, launcher));
    } catch (IllegalCallerException e) {
      throw new IllegalStateException(
          "this JVM denies the native access that MPI needs; start it with " + flag(), e);
    }
  }

  /// Returns the flag of the JVM that grants native access to this module and to `io.ndmap.mmap`.
  public static String flag() {
    Module module = MpiLibrary.class.getModule();
    return "--enable-native-access="
        + (module.isNamed() ? module.getName() + ",io.ndmap.mmap" : "ALL-UNNAMED");
  }

  /// Returns the launcher of this process, if it is known.
  public static Optional<Launcher> launcher() {
    return Launcher.of(System.getenv());
  }

  /// Returns the implementation, such as `Open MPI`.
  public String title() {
    return flavour.title();
  }

  /// Returns the name or path by which the library was loaded.
  public String name() {
    return found.name();
  }

  // Environment (chapter 8) and process management.

  public boolean isInitialized() throws MpiCallException {
    return flag("MPI_Initialized");
  }

  public boolean isFinalized() throws MpiCallException {
    return flag("MPI_Finalized");
  }

  private boolean flag(String name) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flag = arena.allocate(JAVA_INT);
      MethodHandle call = calls.link(name, ADDRESS);
      calls.check(name, () -> (int) call.invokeExact(flag));
      return flag.get(JAVA_INT, 0) != 0;
    }
  }

  /// Calls `MPI_Init_thread`, and sets `MPI_ERRORS_RETURN`.
  ///
  /// @return the level of thread support that is provided
  public int initialize(int threads) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment provided = arena.allocate(JAVA_INT);
      MethodHandle call = calls.link("MPI_Init_thread", ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
      calls.check(
          "MPI_Init_thread",
          () -> (int) call.invokeExact(MemorySegment.NULL, MemorySegment.NULL, threads, provided));
      returnErrors();
      return provided.get(JAVA_INT, 0);
    }
  }

  private void returnErrors() throws MpiCallException {
    MethodHandle call = calls.link("MPI_Comm_set_errhandler", HANDLE, HANDLE);
    long handler = flavour.errorsReturn();
    // Errors of calls without a communicator go to the handler of MPI_COMM_WORLD in MPI 3.1, and of
    // MPI_COMM_SELF in MPI 4.
    for (long ranks : new long[] {flavour.world(), flavour.self()}) {
      calls.check("MPI_Comm_set_errhandler", () -> (int) call.invokeExact(ranks, handler));
    }
  }

  public void finish() throws MpiCallException {
    MethodHandle call = calls.link("MPI_Finalize");
    calls.check("MPI_Finalize", () -> (int) call.invokeExact());
  }

  public void abort(int code) throws MpiCallException {
    MethodHandle call = linkAbort();
    long world = flavour.world();
    calls.check("MPI_Abort", () -> (int) call.invokeExact(world, code));
  }

  /// Links `MPI_Abort`, so that it can be called when the heap is full.
  public MethodHandle linkAbort() {
    return calls.link("MPI_Abort", HANDLE, JAVA_INT);
  }

  /// Returns the text of `MPI_Get_library_version`, of one or several lines.
  public String version() {
    return found.version();
  }

  // Communication (chapters 5 and 6).

  /// Returns messages in a duplicate of `MPI_COMM_WORLD`. Collective.
  public MpiMessages messages() throws MpiCallException {
    MethodHandle call = calls.link("MPI_Comm_dup", HANDLE, ADDRESS);
    long world = flavour.world();
    long ranks = calls.made("MPI_Comm_dup", out -> (int) call.invokeExact(world, out));
    return new MpiMessages(calls, ranks, flavour.type(MpiType.BYTE));
  }

  /// Sets the callback that is called, about once per millisecond, while this rank waits long for
  /// other ranks in a collective call of this class.
  public void whileWaiting(Waiting callback) {
    waiting = callback;
  }

  /// Returns the number of collective calls that this rank has begun; those of [MpiFileCalls] are
  /// not counted.
  public long begun() {
    return begun;
  }

  public int rank() throws MpiCallException {
    return ask("MPI_Comm_rank");
  }

  public int size() throws MpiCallException {
    return ask("MPI_Comm_size");
  }

  private int ask(String name) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(JAVA_INT);
      MethodHandle call = calls.link(name, HANDLE, ADDRESS);
      long world = flavour.world();
      calls.check(name, () -> (int) call.invokeExact(world, answer));
      return answer.get(JAVA_INT, 0);
    }
  }

  /// Waits until all ranks have called this method.
  ///
  /// @param nanos the maximum time to wait
  /// @return whether all ranks have called this method in that time
  public boolean barrier(long nanos) throws MpiCallException {
    MethodHandle call = calls.link("MPI_Ibarrier", HANDLE, ADDRESS);
    long world = flavour.world();
    return completed("MPI_Ibarrier", nanos, request -> (int) call.invokeExact(world, request));
  }

  /// Begins a nonblocking collective call, then polls for its completion with growing pauses: if
  /// there are more ranks than CPUs, a rank that waits inside the library takes CPU time from the
  /// ranks it waits for.
  ///
  /// @param nanos the maximum time to wait
  /// @return whether the call was completed in that time
  private boolean completed(String name, long nanos, Calls.Making begin) throws MpiCallException {
    MethodHandle test = calls.link("MPI_Test", ADDRESS, ADDRESS, ADDRESS);
    begun++;
    Pause pause = new Pause();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(JAVA_LONG);
      MemorySegment flag = arena.allocate(JAVA_INT);
      MemorySegment status = Calls.statusMemory(arena);
      calls.check(name, () -> begin.make(request));
      while (true) {
        calls.check("MPI_Test", () -> (int) test.invokeExact(request, flag, status));
        if (flag.get(JAVA_INT, 0) != 0) {
          return true;
        }
        if (pause.nanos() >= nanos) {
          return false;
        }
        if (pause.take()) {
          waiting.on(name);
        }
      }
    }
  }

  private void complete(String name, Calls.Making begin) throws MpiCallException {
    var _ = completed(name, Long.MAX_VALUE, begin);
  }

  public void bcast(MemorySegment bytes, int root) throws MpiCallException {
    MethodHandle call =
        calls.link("MPI_Ibcast", ADDRESS, JAVA_INT, HANDLE, JAVA_INT, HANDLE, ADDRESS);
    int count = Math.toIntExact(bytes.byteSize());
    long type = flavour.type(MpiType.BYTE);
    long world = flavour.world();
    complete(
        "MPI_Ibcast", request -> (int) call.invokeExact(bytes, count, type, root, world, request));
  }

  /// @param received receives the bytes of all ranks, ordered by rank; each rank sends the same
  ///   number of bytes
  public void allgather(MemorySegment sent, MemorySegment received) throws MpiCallException {
    MethodHandle call =
        calls.link(
            "MPI_Iallgather",
            ADDRESS,
            JAVA_INT,
            HANDLE,
            ADDRESS,
            JAVA_INT,
            HANDLE,
            HANDLE,
            ADDRESS);
    int count = Math.toIntExact(sent.byteSize());
    long type = flavour.type(MpiType.BYTE);
    long world = flavour.world();
    complete(
        "MPI_Iallgather",
        request ->
            (int) call.invokeExact(sent, count, type, received, count, type, world, request));
  }

  /// @param counts the number of bytes of each rank, as C `int`
  /// @param displacements the offset of each rank's bytes in `received`, as C `int`
  public void allgatherv(
      MemorySegment sent, MemorySegment received, MemorySegment counts, MemorySegment displacements)
      throws MpiCallException {
    MethodHandle call =
        calls.link(
            "MPI_Iallgatherv",
            ADDRESS,
            JAVA_INT,
            HANDLE,
            ADDRESS,
            ADDRESS,
            ADDRESS,
            HANDLE,
            HANDLE,
            ADDRESS);
    int count = Math.toIntExact(sent.byteSize());
    long type = flavour.type(MpiType.BYTE);
    long world = flavour.world();
    complete(
        "MPI_Iallgatherv",
        request ->
            (int)
                call.invokeExact(
                    sent, count, type, received, counts, displacements, type, world, request));
  }

  public void reduce(
      MemorySegment sent, MemorySegment received, int count, MpiType of, MpiOperation by, int root)
      throws MpiCallException {
    MethodHandle call =
        calls.link(
            "MPI_Ireduce", ADDRESS, ADDRESS, JAVA_INT, HANDLE, HANDLE, JAVA_INT, HANDLE, ADDRESS);
    long type = flavour.type(of);
    long operation = flavour.operation(by);
    long world = flavour.world();
    complete(
        "MPI_Ireduce",
        request ->
            (int) call.invokeExact(sent, received, count, type, operation, root, world, request));
  }

  public void allreduce(
      MemorySegment sent, MemorySegment received, int count, MpiType of, MpiOperation by)
      throws MpiCallException {
    MethodHandle call =
        calls.link("MPI_Iallreduce", ADDRESS, ADDRESS, JAVA_INT, HANDLE, HANDLE, HANDLE, ADDRESS);
    long type = flavour.type(of);
    long operation = flavour.operation(by);
    long world = flavour.world();
    complete(
        "MPI_Iallreduce",
        request -> (int) call.invokeExact(sent, received, count, type, operation, world, request));
  }

  /// Returns the calls for files.
  public MpiFileCalls files() {
    return files;
  }
}
