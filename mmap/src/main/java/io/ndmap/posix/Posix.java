package io.ndmap.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Calls to the C library of Linux for mapped files.
///
/// Unless stated otherwise, a method that makes a call returns its `errno`, 0 for success. A
/// missing call (no native access, another system, a library without the symbol) returns [#ENOSYS],
/// as a kernel without that call would; the reason is logged once. Calls are linked at their first
/// use: the first link takes 50 ms.
public final class Posix {

  /// The name under which this module logs.
  public static final String LOGGER = "io.ndmap.mmap";

  /// Interrupted by a signal; retry.
  public static final int EINTR = 4;

  /// The name is taken.
  static final int EEXIST = 17;

  /// An argument is invalid or unknown to the kernel.
  public static final int EINVAL = 22;

  /// The file would exceed a limit of the file system or of the process.
  public static final int EFBIG = 27;

  /// The file or the disk is full.
  public static final int ENOSPC = 28;

  /// The call does not exist.
  public static final int ENOSYS = 38;

  /// The file system does not support the call.
  public static final int EOPNOTSUPP = 95;

  /// The user's quota is exhausted.
  public static final int EDQUOT = 122;

  private static final int AT_FDCWD = -100;
  // RENAME_NOREPLACE of renameat2(2).
  private static final int NOREPLACE = 1;
  // XATTR_SIZE_MAX of Linux.
  private static final int MAX_ATTRIBUTE_BYTES = 1 << 16;

  private static final int O_WRONLY = 1;
  static final int O_CLOEXEC = 0x80000;

  private static final int RUSAGE_THREAD = 1;
  // struct rusage of 64-bit Linux: two times of two words each, then fourteen words.
  private static final long USAGE_BYTES = 144;
  private static final long USAGE_MAJOR_FAULTS = 72;

  private static final int DEFAULT_PAGE_SIZE = 4096;

  // The encoding in which the JDK itself passes file names to the system.
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final long ERRNO_OFFSET =
      Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement("errno"));

  private Posix() {}

  /// Returns whether calls are enabled: the system is Linux, and this module has native access, as
  /// the command line or a manifest grants it (or the JVM has granted it with a warning).
  /// Determined once, when it is first needed. (JDK 25 also allows the calls without a flag, but
  /// prints a warning, which a library should not cause.)
  public static boolean isEnabled() {
    return Access.ENABLED;
  }

  /// Returns the JVM flag that enables the calls.
  public static String flag() {
    Module module = Posix.class.getModule();
    return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
  }

  /// Advises the kernel about a range of mapped memory.
  ///
  /// @param range the range, page-aligned; it stays mapped during the call
  /// @param advice a `MADV_` constant of Linux
  public static int madvise(MemorySegment range, int advice) {
    return errno(
        Madvise.CALL,
        (call, state, _) -> (int) call.invokeExact(state, range, range.byteSize(), advice));
  }

  /// Determines which pages of a range of mapped memory are in physical memory.
  ///
  /// @param range the range, page-aligned; it stays mapped during the call
  /// @param pages receives a byte for each page; bit 0 is set if it is resident
  public static int mincore(MemorySegment range, MemorySegment pages) {
    return errno(
        Mincore.CALL,
        (call, state, _) -> (int) call.invokeExact(state, range, range.byteSize(), pages));
  }

  /// Returns the number of major page faults of the calling thread since its start.
  ///
  /// @return the number, or a negative number if calls are disabled or the system does not report
  ///   it
  public static long majorFaults() {
    if (!isEnabled()) {
      return -1;
    }
    long faults =
        call(
            Usage.CALL,
            (call, state, arena) -> {
              MemorySegment usage = arena.allocate(USAGE_BYTES, Long.BYTES);
              int result = (int) call.invokeExact(state, RUSAGE_THREAD, usage);
              return result < 0 ? result : usage.get(JAVA_LONG, USAGE_MAJOR_FAULTS);
            });
    return Math.max(faults, -1);
  }

  /// Returns the size of a memory page in bytes, a power of two; 4096 unless calls are enabled.
  public static long pageSize() {
    return PageSize.BYTES;
  }

  /// Reserves disk space for a range of a file, which is extended if needed. Holes in the range are
  /// filled and read as zeros; other bytes are unchanged. A failure may leave some space reserved.
  ///
  /// @param file an existing file
  public static int fallocate(Path file, long offset, long length) {
    if (!file.getFileSystem().equals(FileSystems.getDefault())) {
      return EOPNOTSUPP;
    }
    int descriptor =
        (int)
            call(
                Fallocate.OPEN,
                (call, state, arena) ->
                    (int) call.invokeExact(state, name(arena, file), O_WRONLY | O_CLOEXEC));
    if (descriptor < 0) {
      return -descriptor;
    }
    int errno =
        errno(
            Fallocate.CALL,
            (call, state, _) -> (int) call.invokeExact(state, descriptor, 0, offset, length));
    int closed =
        errno(Fallocate.CLOSE, (call, state, _) -> (int) call.invokeExact(state, descriptor));
    return errno == 0 ? closed : errno;
  }

  /// Renames a file atomically to a name that must be free. Returns `EINVAL` if the file system
  /// does not support this.
  static int renameNoReplace(Path from, Path to) {
    // The names are absolute: the directory arguments are ignored.
    return errno(
        Rename.CALL,
        (call, state, arena) ->
            (int)
                call.invokeExact(
                    state, AT_FDCWD, name(arena, from), AT_FDCWD, name(arena, to), NOREPLACE));
  }

  /// Returns an extended attribute of a file (xattr(7)); links are followed.
  ///
  /// @param file an existing file of the default file system
  /// @param attribute the attribute, such as `system.posix_acl_access`
  /// @return the attribute's value, or empty if there is none or it cannot be read
  public static Optional<ByteBuffer> extendedAttribute(Path file, String attribute) {
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment value = memory.allocate(MAX_ATTRIBUTE_BYTES);
      long size =
          call(
              GetAttribute.CALL,
              (call, state, arena) ->
                  (long)
                      call.invokeExact(
                          state,
                          name(arena, file),
                          arena.allocateFrom(attribute),
                          value,
                          value.byteSize()));
      return size < 0
          ? Optional.empty()
          : Optional.of(
              ByteBuffer.wrap(value.asSlice(0, size).toArray(JAVA_BYTE)).asReadOnlyBuffer());
    }
  }

  /// Sets an extended attribute of a file, or removes it if there is no value; links are followed.
  public static int setExtendedAttribute(Path file, String attribute, Optional<ByteBuffer> value) {
    if (value.isEmpty()) {
      return errno(
          RemoveAttribute.CALL,
          (call, state, arena) ->
              (int) call.invokeExact(state, name(arena, file), arena.allocateFrom(attribute)));
    }
    ByteBuffer bytes = value.get().duplicate();
    long size = bytes.remaining();
    return errno(
        SetAttribute.CALL,
        (call, state, arena) -> {
          MemorySegment content = arena.allocate(Math.max(1, size));
          content.asByteBuffer().put(bytes);
          return (int)
              call.invokeExact(
                  state, name(arena, file), arena.allocateFrom(attribute), content, size, 0);
        });
  }

  /// Invokes a linked handle with its exact type.
  @FunctionalInterface
  interface Invocation {
    /// Invokes the handle.
    ///
    /// @param state the first argument, which captures `errno`
    /// @param arena the arena for memory of the arguments
    /// @return the result; negative for a failure
    long invoke(MethodHandle call, MemorySegment state, Arena arena) throws Throwable;
  }

  /// Makes a call.
  ///
  /// @param handle the linked call, or null if the call is missing
  /// @return the result of the call, or its negated `errno`
  static long call(@Nullable MethodHandle handle, Invocation invocation) {
    if (handle == null) {
      return -ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      long result = invocation.invoke(handle, state, arena);
      return result >= 0 ? result : -state.get(JAVA_INT, ERRNO_OFFSET);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call of the C library threw", e);
    }
  }

  static int errno(@Nullable MethodHandle handle, Invocation invocation) {
    return (int) -Math.min(0, call(handle, invocation));
  }

  /// Encodes a file's name for the C library.
  public static MemorySegment name(Arena arena, Path file) {
    return arena.allocateFrom(file.toAbsolutePath().toString(), NAMES);
  }

  // Each handle is in its own holder class, so that it is linked when first needed.

  private static final class Madvise {
    static final @Nullable MethodHandle CALL =
        link("madvise", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  }

  private static final class Usage {
    static final @Nullable MethodHandle CALL = link("getrusage", JAVA_INT, JAVA_INT, ADDRESS);
  }

  private static final class Mincore {
    static final @Nullable MethodHandle CALL =
        link("mincore", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
  }

  private static final class GetAttribute {
    static final @Nullable MethodHandle CALL =
        link("getxattr", JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
  }

  private static final class SetAttribute {
    static final @Nullable MethodHandle CALL =
        link("setxattr", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
  }

  private static final class RemoveAttribute {
    static final @Nullable MethodHandle CALL = link("removexattr", JAVA_INT, ADDRESS, ADDRESS);
  }

  private static final class PageSize {
    static final long BYTES = ask();

    private static long ask() {
      long bytes =
          call(link("getpagesize", JAVA_INT), (call, state, _) -> (int) call.invokeExact(state));
      return bytes > 0 ? bytes : DEFAULT_PAGE_SIZE;
    }
  }

  private static final class Fallocate {
    // open(2) is variadic; on x86-64 and AArch64 Linux a call without variadic arguments has the
    // same ABI.
    static final @Nullable MethodHandle OPEN = link("open", JAVA_INT, ADDRESS, JAVA_INT);
    static final @Nullable MethodHandle CLOSE = link("close", JAVA_INT, JAVA_INT);
    static final @Nullable MethodHandle CALL =
        link("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  }

  private static final class Rename {
    static final @Nullable MethodHandle CALL =
        link("renameat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  }

  static @Nullable MethodHandle link(
      String symbol, MemoryLayout result, MemoryLayout... arguments) {
    return Access.ENABLED ? linkWarned(symbol, FunctionDescriptor.of(result, arguments)) : null;
  }

  /// Links a call that is used even without the flag for native access; the JVM then warns once.
  ///
  /// @return null if there is an [#obstacle], or the C library has no such symbol
  // Linking is restricted; all restricted calls of this module are in this package.
  @SuppressWarnings("restricted")
  static @Nullable MethodHandle linkWarned(
      String symbol, FunctionDescriptor type, Linker.Option... options) {
    if (obstacle().isPresent()) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = ERRNO;
    MethodHandle handle =
        linker
            .defaultLookup()
            .find(symbol)
            .map(address -> linker.downcallHandle(address, type, all))
            .orElse(null);
    if (handle == null) {
      log("The C library has no " + symbol + "; the features that need it are disabled");
    }
    return handle;
  }

  /// Returns the reason why no call can be linked, with a remedy; empty if calls can be linked.
  static Optional<String> obstacle() {
    return Obstacle.TEXT;
  }

  /// Evaluated once, at the first use of [#obstacle] and not earlier, because the evaluation may
  /// make the JVM print its warning.
  private static final class Obstacle {
    static final Optional<String> TEXT = text();

    @SuppressWarnings("restricted")
    private static Optional<String> text() {
      if (!isLinux()) {
        return Optional.of("file locks are supported on Linux only");
      }
      try {
        var _ = Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_INT));
        return Optional.empty();
      } catch (IllegalCallerException e) {
        return Optional.of(
            "file locks need native access, which this JVM denies; start it with " + flag());
      }
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /// Evaluated once, at the first call or the first use of [#isEnabled]. A warning is logged if
  /// calls are disabled.
  private static final class Access {
    static final boolean ENABLED = enabled();

    private static boolean enabled() {
      String lost =
          "advise() and prefetch() do nothing, residency() is slower, create() reserves"
              + " disk space by writing zeros, large new arrays do not use huge pages, and bulk"
              + " operations copy their operands through a buffer";
      if (!isLinux()) {
        log("ndmap calls the C library on Linux only: " + lost);
        return false;
      }
      if (!Posix.class.getModule().isNativeAccessEnabled()) {
        log("Native access is off: " + lost + ". Turn it on with " + flag());
        return false;
      }
      return true;
    }
  }

  private static void log(String line) {
    System.getLogger(LOGGER).log(Level.WARNING, line);
  }
}
