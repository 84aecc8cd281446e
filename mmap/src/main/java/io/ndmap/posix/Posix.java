package io.ndmap.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The calls to the C library of Linux that mapped files profit from.
///
/// Each call answers with its `errno`, 0 for success. Where the call is not to be had (no native
/// access, another system, a library without the symbol) it answers [#ENOSYS], as a kernel without
/// it would, and the first such call says so in the log. Each is linked at its first use: linking
/// costs the first one 50 ms.
public final class Posix {

  /// The name under which this module logs.
  public static final String LOGGER = "io.ndmap.mmap";

  /// Interrupted by a signal: to be tried again.
  public static final int EINTR = 4;

  /// The name is taken.
  static final int EEXIST = 17;

  /// The file or the disk is full.
  public static final int ENOSPC = 28;

  /// The call does not exist here.
  public static final int ENOSYS = 38;

  /// The file system cannot do it.
  public static final int EOPNOTSUPP = 95;

  private static final int AT_FDCWD = -100;
  private static final int NOREPLACE = 1;
  // XATTR_SIZE_MAX of Linux.
  private static final int MAX_ATTRIBUTE_BYTES = 1 << 16;

  private static final int O_WRONLY = 1;
  static final int O_CLOEXEC = 0x80000;

  /// The encoding in which the JDK itself passes names to the system.
  static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));

  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final long ERRNO_OFFSET =
      Linker.Option.captureStateLayout()
          .byteOffset(java.lang.foreign.MemoryLayout.PathElement.groupElement("errno"));

  private Posix() {}

  /// Whether the calls may be made: the system is Linux and this module has native access by the
  /// command line or a manifest. (Without any flag JDK 25 would allow them too, with a warning that
  /// is not ours to cause.)
  ///
  /// @return whether they are tried at all
  public static boolean isEnabled() {
    return Access.ENABLED;
  }

  /// The flag of the JVM that turns the calls on.
  static String flag() {
    Module module = Posix.class.getModule();
    return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
  }

  /// Advises the kernel about a range of mapped memory.
  ///
  /// @param range where it begins at a page's begin; the memory stays mapped during the call
  /// @param advice a `MADV_` constant of Linux
  /// @return errno
  public static int madvise(MemorySegment range, int advice) {
    if (Madvise.CALL.isEmpty()) {
      return ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      int result = (int) Madvise.CALL.get().invokeExact(state, range, range.byteSize(), advice);
      return errno(result, state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Tells which pages of a range of mapped memory are in physical memory.
  ///
  /// @param range where it begins at a page's begin; the memory stays mapped during the call
  /// @param pages a byte for each page; bit 0 is set for a resident one
  /// @return errno
  public static int mincore(MemorySegment range, MemorySegment pages) {
    if (Mincore.CALL.isEmpty()) {
      return ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      int result = (int) Mincore.CALL.get().invokeExact(state, range, range.byteSize(), pages);
      return errno(result, state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// The size of a page of memory.
  ///
  /// @return bytes, a power of two; 4096 where the system cannot be asked
  public static long pageSize() {
    return PageSize.BYTES;
  }

  /// Reserves blocks on the disk for a range of a file, which grows where the range reaches beyond
  /// its end. The range reads as zeros where there was nothing. A failure may leave some of the
  /// blocks reserved.
  ///
  /// @param file an existing file of the default file system
  /// @param offset the first byte
  /// @param length how many bytes
  /// @return errno
  public static int fallocate(Path file, long offset, long length) {
    if (Fallocate.OPEN.isEmpty() || Fallocate.CLOSE.isEmpty() || Fallocate.CALL.isEmpty()) {
      return ENOSYS;
    }
    if (!file.getFileSystem().equals(FileSystems.getDefault())) {
      return EOPNOTSUPP;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment name = arena.allocateFrom(file.toAbsolutePath().toString(), NAMES);
      int descriptor = (int) Fallocate.OPEN.get().invokeExact(state, name, O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) {
        return errno(descriptor, state);
      }
      int result = (int) Fallocate.CALL.get().invokeExact(state, descriptor, 0, offset, length);
      int errno = errno(result, state);
      int closed = (int) Fallocate.CLOSE.get().invokeExact(state, descriptor);
      return errno == 0 ? errno(closed, state) : errno;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Gives a file another name, which must be free, in one step.
  ///
  /// @param from its name
  /// @param to its new name, in the same file system
  /// @return errno; `EINVAL` where the file system cannot
  static int renameNoReplace(Path from, Path to) {
    if (Rename.CALL.isEmpty()) {
      return ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      // Absolute names: the directories that they would be relative to are of no account.
      MemorySegment old = arena.allocateFrom(from.toAbsolutePath().toString(), NAMES);
      MemorySegment name = arena.allocateFrom(to.toAbsolutePath().toString(), NAMES);
      int result =
          (int) Rename.CALL.get().invokeExact(state, AT_FDCWD, old, AT_FDCWD, name, NOREPLACE);
      return errno(result, state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// An extended attribute of a file (xattr(7)); links are followed.
  ///
  /// @param file an existing file of the default file system
  /// @param name of the attribute, such as `system.posix_acl_access`
  /// @return its value, or nothing if there is none or it cannot be seen
  public static Optional<ByteBuffer> extendedAttribute(Path file, String name) {
    if (GetAttribute.CALL.isEmpty()) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment path = arena.allocateFrom(file.toAbsolutePath().toString(), NAMES);
      MemorySegment value = arena.allocate(MAX_ATTRIBUTE_BYTES);
      long size =
          (long)
              GetAttribute.CALL
                  .get()
                  .invokeExact(
                      state, path, arena.allocateFrom(name), value, (long) MAX_ATTRIBUTE_BYTES);
      return size < 0
          ? Optional.empty()
          : Optional.of(
              ByteBuffer.wrap(value.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE))
                  .asReadOnlyBuffer());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /// Sets an extended attribute of a file; links are followed.
  ///
  /// @param file an existing file of the default file system
  /// @param name of the attribute
  /// @param value its value, or nothing to remove it
  /// @return errno
  public static int setExtendedAttribute(Path file, String name, Optional<ByteBuffer> value) {
    if (SetAttribute.CALL.isEmpty() || RemoveAttribute.CALL.isEmpty()) {
      return ENOSYS;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
      MemorySegment path = arena.allocateFrom(file.toAbsolutePath().toString(), NAMES);
      MemorySegment key = arena.allocateFrom(name);
      if (value.isEmpty()) {
        return errno((int) RemoveAttribute.CALL.get().invokeExact(state, path, key), state);
      }
      ByteBuffer bytes = value.get().duplicate();
      MemorySegment content = arena.allocate(Math.max(1, bytes.remaining()));
      content.asByteBuffer().put(bytes);
      long size = value.get().remaining();
      int result = (int) SetAttribute.CALL.get().invokeExact(state, path, key, content, size, 0);
      return errno(result, state);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int errno(int result, MemorySegment state) {
    return result >= 0 ? 0 : state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
  }

  static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException runtime -> runtime;
      case Error error -> throw error;
      default -> new IllegalStateException("a call of the C library threw", e);
    };
  }

  // A call's handle is a static final field of a class of its own: linked when first needed, a
  // constant to HotSpot.

  private static final class Madvise {
    static final Optional<MethodHandle> CALL =
        link(
            "madvise",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
  }

  private static final class Mincore {
    static final Optional<MethodHandle> CALL =
        link(
            "mincore",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS));
  }

  private static final class GetAttribute {
    static final Optional<MethodHandle> CALL =
        link(
            "getxattr",
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG));
  }

  private static final class SetAttribute {
    static final Optional<MethodHandle> CALL =
        link(
            "setxattr",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
  }

  private static final class RemoveAttribute {
    static final Optional<MethodHandle> CALL =
        link(
            "removexattr",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
  }

  private static final class PageSize {
    static final long BYTES = ask();

    private static long ask() {
      Optional<MethodHandle> call =
          link("getpagesize", FunctionDescriptor.of(ValueLayout.JAVA_INT));
      if (call.isEmpty()) {
        return 4096;
      }
      try (Arena arena = Arena.ofConfined()) {
        return (int) call.get().invokeExact(arena.allocate(Linker.Option.captureStateLayout()));
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
  }

  private static final class Fallocate {
    // open(2) is variadic; on x86-64 and AArch64 Linux a call without variadic arguments looks the
    // same.
    static final Optional<MethodHandle> OPEN =
        link(
            "open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));

    static final Optional<MethodHandle> CLOSE =
        link("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    static final Optional<MethodHandle> CALL =
        link(
            "fallocate",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG));
  }

  private static final class Rename {
    static final Optional<MethodHandle> CALL =
        link(
            "renameat2",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
  }

  static Optional<MethodHandle> link(
      String symbol, FunctionDescriptor type, Linker.Option... options) {
    return Access.ENABLED ? linkWarned(symbol, type, options) : Optional.empty();
  }

  /// Links a call that is used also where no flag grants native access, of which the JVM warns
  /// once. It is not there if there is an [#obstacle].
  // Linking is restricted, and this package is the one that is there to do it.
  @SuppressWarnings("restricted")
  static Optional<MethodHandle> linkWarned(
      String symbol, FunctionDescriptor type, Linker.Option... options) {
    if (obstacle().isPresent()) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = ERRNO;
    Optional<MethodHandle> handle =
        linker
            .defaultLookup()
            .find(symbol)
            .map(address -> linker.downcallHandle(address, type, all));
    if (handle.isEmpty()) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              "The C library has no {0}: what needs it is off",
              symbol);
    }
    return handle;
  }

  /// Why no call can be linked here, and what to do about it.
  static Optional<String> obstacle() {
    return Obstacle.TEXT;
  }

  /// Asked once, when a call is wanted that is worth a warning of the JVM.
  private static final class Obstacle {
    static final Optional<String> TEXT = text();

    @SuppressWarnings("restricted")
    private static Optional<String> text() {
      if (!isLinux()) {
        return Optional.of("the locks that it needs are known for Linux only");
      }
      try {
        var _ = Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT));
        return Optional.empty();
      } catch (IllegalCallerException e) {
        return Optional.of(
            "this JVM denies the native access that its locks need; start it with " + flag());
      }
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /// Asked once, when a call is first wanted; the answer goes into the log if it is no.
  private static final class Access {
    static final boolean ENABLED = enabled();

    private static boolean enabled() {
      String lost =
          "advise() and prefetch() do nothing, residency() asks page by page, and create() reserves"
              + " disk space by writing zeros";
      if (!isLinux()) {
        log("The calls of the C library that ndmap uses are known for Linux only: " + lost);
        return false;
      }
      if (!Posix.class.getModule().isNativeAccessEnabled()) {
        log("Native access is off: " + lost + ". Turn it on with " + flag());
        return false;
      }
      return true;
    }

    private static void log(String line) {
      System.getLogger(LOGGER).log(System.Logger.Level.WARNING, line);
    }
  }
}
