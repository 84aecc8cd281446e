package io.ndmap.mpi.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// The calls of the MPI library, with the names and arguments of the standard (MPI 3.1), on
/// `MPI_COMM_WORLD`. Memory is native; counts are those of the C interface, below 2³¹. What all
/// ranks do together is begun by the nonblocking call, such as `MPI_Ibcast`, and then waited for.
///
/// A call that fails throws [MpiCallException] with the library's text, for which `MPI_Init` must
/// have set `MPI_ERRORS_RETURN`. Which threads may call is for [#initialize] to say.
public final class MpiLibrary {

  /// The system property that names the library.
  public static final String PROPERTY = "ndmap.mpi.library";

  /// The environment variable that names it.
  public static final String VARIABLE = "NDMAP_MPI_LIBRARY";

  /// Open modes (section 13.2.1), the same numbers in both flavours.
  public static final int MODE_RDONLY = 2;

  public static final int MODE_WRONLY = 4;

  /// Levels of thread support (section 12.4.3), the same in both.
  public static final int THREAD_SERIALIZED = 2;

  /// Stands for a handle among the arguments of a call, which the flavour passes in its own way.
  private static final MemoryLayout HANDLE = JAVA_LONG.withName("handle");

  // More than MPI_MAX_ERROR_STRING of both.
  private static final int TEXT_BYTES = 1 << 13;
  // More than MPI_Status of both: 20 and 24 bytes.
  private static final int STATUS_BYTES = 64;
  private static final long SPIN_NANOS = 20_000;
  private static final long LEAST_PARK_NANOS = 20_000;
  private static final long MOST_PARK_NANOS = 1_000_000;

  private final LibraryFinder.Found found;
  private final Flavour flavour;
  private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

  private MpiLibrary(LibraryFinder.Found found) {
    this.found = found;
    this.flavour = found.flavour();
  }

  /// Loads the library that [#PROPERTY] or [#VARIABLE] names, or else one that fits the launcher of
  /// this process.
  ///
  /// @throws IllegalStateException if there is none, or the JVM denies native access
  public static MpiLibrary load(Optional<Launcher> launcher) {
    Map<String, String> environment = System.getenv();
    Optional<String> wanted =
        Optional.ofNullable(System.getProperty(PROPERTY))
            .or(() -> Optional.ofNullable(environment.get(VARIABLE)));
    try {
      LibraryFinder.keepSignals(environment);
      return new MpiLibrary(LibraryFinder.find(wanted, launcher));
    } catch (IllegalCallerException e) {
      throw new IllegalStateException(
          "this JVM denies the native access that MPI needs; start it with " + flag(), e);
    }
  }

  /// The flag of the JVM that grants native access to this module and the one below.
  public static String flag() {
    Module module = MpiLibrary.class.getModule();
    return "--enable-native-access="
        + (module.isNamed() ? module.getName() + ",io.ndmap.mmap" : "ALL-UNNAMED");
  }

  /// The launcher of this process, if it is known.
  public static Optional<Launcher> launcher() {
    return Launcher.of(System.getenv());
  }

  /// The implementation, such as `Open MPI`.
  public String title() {
    return flavour.title();
  }

  /// The name or path by which the library was loaded.
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
      MethodHandle call = link(name, ADDRESS);
      check(name, () -> (int) call.invokeExact(flag));
      return flag.get(JAVA_INT, 0) != 0;
    }
  }

  /// `MPI_Init_thread`, after which errors are returned.
  ///
  /// @return the level of thread support that is provided
  public int initialize(int threads) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment provided = arena.allocate(JAVA_INT);
      MethodHandle call = link("MPI_Init_thread", ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
      check(
          "MPI_Init_thread",
          () -> (int) call.invokeExact(MemorySegment.NULL, MemorySegment.NULL, threads, provided));
      returnErrors();
      return provided.get(JAVA_INT, 0);
    }
  }

  private void returnErrors() throws MpiCallException {
    MethodHandle call = link("MPI_Comm_set_errhandler", HANDLE, HANDLE);
    long handler = flavour.errorsReturn();
    // Errors of calls without a communicator are those of the world in MPI 3.1, and of this rank
    // alone in MPI 4.
    for (long ranks : new long[] {flavour.world(), flavour.self()}) {
      check("MPI_Comm_set_errhandler", () -> (int) call.invokeExact(ranks, handler));
    }
  }

  public void finish() throws MpiCallException {
    MethodHandle call = link("MPI_Finalize");
    check("MPI_Finalize", () -> (int) call.invokeExact());
  }

  public void abort(int code) throws MpiCallException {
    MethodHandle call = link("MPI_Abort", HANDLE, JAVA_INT);
    long world = flavour.world();
    check("MPI_Abort", () -> (int) call.invokeExact(world, code));
  }

  /// `MPI_Get_library_version`: a line or several.
  public String version() {
    return found.version();
  }

  // Communication (chapters 5 and 6).

  public int rank() throws MpiCallException {
    return ask("MPI_Comm_rank");
  }

  public int size() throws MpiCallException {
    return ask("MPI_Comm_size");
  }

  private int ask(String name) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(JAVA_INT);
      MethodHandle call = link(name, HANDLE, ADDRESS);
      long world = flavour.world();
      check(name, () -> (int) call.invokeExact(world, answer));
      return answer.get(JAVA_INT, 0);
    }
  }

  /// Waits for all ranks.
  ///
  /// @param nanos how long, at most
  /// @return whether all ranks came
  public boolean barrier(long nanos) throws MpiCallException {
    MethodHandle call = link("MPI_Ibarrier", HANDLE, ADDRESS);
    long world = flavour.world();
    return completed("MPI_Ibarrier", nanos, request -> (int) call.invokeExact(world, request));
  }

  /// Begins what all ranks do together, and then asks again and again whether it is done, more
  /// rarely the longer it takes: where there are more ranks than processors, one that waits in the
  /// library takes time from those it waits for.
  ///
  /// @param nanos how long to wait, at most
  /// @return whether it was done
  private boolean completed(String name, long nanos, Making begin) throws MpiCallException {
    MethodHandle test = link("MPI_Test", ADDRESS, ADDRESS, ADDRESS);
    long start = System.nanoTime();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment request = arena.allocate(JAVA_LONG);
      MemorySegment flag = arena.allocate(JAVA_INT);
      MemorySegment status = arena.allocate(STATUS_BYTES, Long.BYTES);
      check(name, () -> begin.make(request));
      while (true) {
        check("MPI_Test", () -> (int) test.invokeExact(request, flag, status));
        if (flag.get(JAVA_INT, 0) != 0) {
          return true;
        }
        long waited = System.nanoTime() - start;
        if (waited >= nanos) {
          return false;
        }
        if (waited < SPIN_NANOS) {
          Thread.onSpinWait();
        } else {
          LockSupport.parkNanos(Math.clamp(waited / 8, LEAST_PARK_NANOS, MOST_PARK_NANOS));
        }
      }
    }
  }

  private void complete(String name, Making begin) throws MpiCallException {
    var _ = completed(name, Long.MAX_VALUE, begin);
  }

  public void bcast(MemorySegment bytes, int root) throws MpiCallException {
    MethodHandle call = link("MPI_Ibcast", ADDRESS, JAVA_INT, HANDLE, JAVA_INT, HANDLE, ADDRESS);
    int count = Math.toIntExact(bytes.byteSize());
    long type = flavour.type(MpiType.BYTE);
    long world = flavour.world();
    complete(
        "MPI_Ibcast", request -> (int) call.invokeExact(bytes, count, type, root, world, request));
  }

  /// @param received as many bytes for each rank as are sent
  public void allgather(MemorySegment sent, MemorySegment received) throws MpiCallException {
    MethodHandle call =
        link(
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

  /// @param counts bytes of each rank, as C `int`
  /// @param displacements where they go, as C `int`
  public void allgatherv(
      MemorySegment sent, MemorySegment received, MemorySegment counts, MemorySegment displacements)
      throws MpiCallException {
    MethodHandle call =
        link(
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
        link("MPI_Ireduce", ADDRESS, ADDRESS, JAVA_INT, HANDLE, HANDLE, JAVA_INT, HANDLE, ADDRESS);
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
        link("MPI_Iallreduce", ADDRESS, ADDRESS, JAVA_INT, HANDLE, HANDLE, HANDLE, ADDRESS);
    long type = flavour.type(of);
    long operation = flavour.operation(by);
    long world = flavour.world();
    complete(
        "MPI_Iallreduce",
        request -> (int) call.invokeExact(sent, received, count, type, operation, world, request));
  }

  // Derived datatypes (chapter 4). Their handles are the caller's to free.

  /// `MPI_BYTE`.
  public long bytes() {
    return flavour.type(MpiType.BYTE);
  }

  public long contiguous(int count, long type) throws MpiCallException {
    MethodHandle call = link("MPI_Type_contiguous", JAVA_INT, HANDLE, ADDRESS);
    return made("MPI_Type_contiguous", out -> (int) call.invokeExact(count, type, out));
  }

  /// @param stride in bytes
  public long hvector(int count, int length, long stride, long type) throws MpiCallException {
    MethodHandle call =
        link("MPI_Type_create_hvector", JAVA_INT, JAVA_INT, JAVA_LONG, HANDLE, ADDRESS);
    return made(
        "MPI_Type_create_hvector", out -> (int) call.invokeExact(count, length, stride, type, out));
  }

  /// @param fortran whether the first axis varies fastest
  public long subarray(int[] sizes, int[] subsizes, int[] starts, boolean fortran, long type)
      throws MpiCallException {
    MethodHandle call =
        link(
            "MPI_Type_create_subarray",
            JAVA_INT,
            ADDRESS,
            ADDRESS,
            ADDRESS,
            JAVA_INT,
            HANDLE,
            ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment whole = arena.allocateFrom(JAVA_INT, sizes);
      MemorySegment part = arena.allocateFrom(JAVA_INT, subsizes);
      MemorySegment first = arena.allocateFrom(JAVA_INT, starts);
      int order = flavour.orderC() + (fortran ? 1 : 0);
      return made(
          "MPI_Type_create_subarray",
          out -> (int) call.invokeExact(sizes.length, whole, part, first, order, type, out));
    }
  }

  /// @return the same handle
  public long commit(long type) throws MpiCallException {
    withType("MPI_Type_commit", type);
    return type;
  }

  public void free(long type) throws MpiCallException {
    withType("MPI_Type_free", type);
  }

  private void withType(String name, long type) throws MpiCallException {
    MethodHandle call = link(name, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = pointer(arena, type);
      check(name, () -> (int) call.invokeExact(pointer));
    }
  }

  // Files (chapter 13).

  /// `MPI_File_open`, by all ranks together, or by this one for itself (`MPI_COMM_SELF`). All calls
  /// for the file are then made by all of them, or by this one.
  ///
  /// @param hints for the info object; keys that the library does not know mean nothing
  public long open(Path path, int mode, Map<String, String> hints, boolean all)
      throws MpiCallException {
    MethodHandle call = link("MPI_File_open", HANDLE, ADDRESS, JAVA_INT, HANDLE, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = Posix.name(arena, path);
      MemorySegment file = arena.allocate(JAVA_LONG);
      long ranks = all ? flavour.world() : flavour.self();
      long info = info(hints);
      try {
        check("MPI_File_open", () -> (int) call.invokeExact(ranks, name, mode, info, file));
      } finally {
        free(hints, info);
      }
      return file.get(JAVA_LONG, 0);
    }
  }

  private long info(Map<String, String> hints) throws MpiCallException {
    if (hints.isEmpty()) {
      return flavour.infoNull();
    }
    MethodHandle create = link("MPI_Info_create", ADDRESS);
    long info = made("MPI_Info_create", out -> (int) create.invokeExact(out));
    MethodHandle set = link("MPI_Info_set", HANDLE, ADDRESS, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      for (Map.Entry<String, String> hint : hints.entrySet()) {
        MemorySegment key = arena.allocateFrom(hint.getKey());
        MemorySegment value = arena.allocateFrom(hint.getValue());
        check("MPI_Info_set", () -> (int) set.invokeExact(info, key, value));
      }
    } catch (MpiCallException e) {
      free(hints, info);
      throw e;
    }
    return info;
  }

  private void free(Map<String, String> hints, long info) throws MpiCallException {
    if (!hints.isEmpty()) {
      withType("MPI_Info_free", info);
    }
  }

  /// `MPI_File_close`.
  public void close(long file) throws MpiCallException {
    MethodHandle call = link("MPI_File_close", ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = arena.allocateFrom(JAVA_LONG, file);
      check("MPI_File_close", () -> (int) call.invokeExact(pointer));
    }
  }

  /// `MPI_File_sync`.
  public void sync(long file) throws MpiCallException {
    MethodHandle call = link("MPI_File_sync", JAVA_LONG);
    check("MPI_File_sync", () -> (int) call.invokeExact(file));
  }

  /// `MPI_File_set_view` with bytes as elementary type.
  public void setView(long file, long displacement, long type) throws MpiCallException {
    MethodHandle call =
        link("MPI_File_set_view", JAVA_LONG, JAVA_LONG, HANDLE, HANDLE, ADDRESS, HANDLE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment representation = arena.allocateFrom("native");
      long element = bytes();
      long info = flavour.infoNull();
      check(
          "MPI_File_set_view",
          () -> (int) call.invokeExact(file, displacement, element, type, representation, info));
    }
  }

  /// `MPI_File_write_at_all` at the begin of the view.
  ///
  /// @return how many bytes were written
  public int writeAll(long file, MemorySegment bytes) throws MpiCallException {
    return move("MPI_File_write_at_all", file, 0, bytes);
  }

  /// `MPI_File_read_at_all` at the begin of the view.
  ///
  /// @return how many bytes were read
  public int readAll(long file, MemorySegment into) throws MpiCallException {
    return move("MPI_File_read_at_all", file, 0, into);
  }

  /// `MPI_File_write_at`.
  ///
  /// @return how many bytes were written
  public int write(long file, long at, MemorySegment bytes) throws MpiCallException {
    return move("MPI_File_write_at", file, at, bytes);
  }

  /// `MPI_File_read_at`.
  ///
  /// @return how many bytes were read
  public int read(long file, long at, MemorySegment into) throws MpiCallException {
    return move("MPI_File_read_at", file, at, into);
  }

  private int move(String name, long file, long at, MemorySegment memory) throws MpiCallException {
    MethodHandle call = link(name, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, HANDLE, ADDRESS);
    int count = Math.toIntExact(memory.byteSize());
    long type = bytes();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(STATUS_BYTES, Long.BYTES);
      check(name, () -> (int) call.invokeExact(file, at, memory, count, type, status));
      return count == 0 ? 0 : count(arena, status, type);
    }
  }

  private int count(Arena arena, MemorySegment status, long type) throws MpiCallException {
    MethodHandle call = link("MPI_Get_count", ADDRESS, HANDLE, ADDRESS);
    MemorySegment count = arena.allocate(JAVA_INT);
    check("MPI_Get_count", () -> (int) call.invokeExact(status, type, count));
    return count.get(JAVA_INT, 0);
  }

  // How calls are made.

  /// Invokes a handle exactly as it was linked.
  private interface Call {
    int make() throws Throwable;
  }

  /// The same for a call that makes a handle.
  private interface Making {
    int make(MemorySegment out) throws Throwable;
  }

  private long made(String name, Making call) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      check(name, () -> call.make(out));
      return flavour.handle().equals(JAVA_INT) ? out.get(JAVA_INT, 0) : out.get(JAVA_LONG, 0);
    }
  }

  private MemorySegment pointer(Arena arena, long handle) {
    MemorySegment pointer = arena.allocate(JAVA_LONG);
    if (flavour.handle().equals(JAVA_INT)) {
      pointer.set(JAVA_INT, 0, (int) handle);
    } else {
      pointer.set(JAVA_LONG, 0, handle);
    }
    return pointer;
  }

  private void check(String name, Call call) throws MpiCallException {
    int code = status(name, call);
    if (code != 0) {
      throw new MpiCallException(name, text(code));
    }
  }

  private static int status(String name, Call call) {
    try {
      return call.make();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name + " threw", e);
    }
  }

  private String text(int code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(TEXT_BYTES);
      MemorySegment length = arena.allocate(JAVA_INT);
      MethodHandle call = link("MPI_Error_string", JAVA_INT, ADDRESS, ADDRESS);
      return status("MPI_Error_string", () -> (int) call.invokeExact(code, text, length)) == 0
          ? text.getString(0, UTF_8).strip()
          : "error " + code;
    }
  }

  /// Links a call at its first use. Arguments that are handles of this flavour become `long`.
  // Linking is restricted, and this package is the one that is there to do it.
  @SuppressWarnings("restricted")
  private MethodHandle link(String name, MemoryLayout... arguments) {
    return handles.computeIfAbsent(
        name,
        _ -> {
          SymbolLookup symbols = found.symbols();
          MethodHandle handle =
              Linker.nativeLinker()
                  .downcallHandle(
                      symbols.findOrThrow(name),
                      FunctionDescriptor.of(JAVA_INT, passed(arguments)));
          MethodType type = handle.type();
          for (int k = 0; k < arguments.length; k++) {
            if (arguments[k].equals(HANDLE)) {
              type = type.changeParameterType(k, long.class);
            }
          }
          return MethodHandles.explicitCastArguments(handle, type);
        });
  }

  private MemoryLayout[] passed(MemoryLayout... arguments) {
    return Arrays.stream(arguments)
        .map(argument -> argument.equals(HANDLE) ? flavour.handle() : argument)
        .toArray(MemoryLayout[]::new);
  }
}
