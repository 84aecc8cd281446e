package io.ndmap.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// System calls that a seccomp(2) filter makes fail in this process and all its threads, as on file
/// systems that do not support them; for child JVMs of tests. x86-64 only.
public enum Refusal {
  /// Shared mappings of files fail with ENODEV, as on some FUSE file systems.
  MAP(9, 3, 0x21, 0x01, 19),
  /// Private mappings of files fail too.
  MAP_PRIVATE(9, 3, 0x22, 0x02, 19),
  /// Copies within the kernel fail with EPERM, as in some sandboxes.
  COPY(326, 0, 0, 0, 1),
  /// `fsync(2)` fails with EINVAL.
  FSYNC(74, 0, 0, 0, 22),
  /// `fdatasync(2)` fails with EINVAL.
  FDATASYNC(75, 0, 0, 0, 22),
  /// Open-file-description locks (F_OFD_SETLK) fail with EINVAL.
  LOCK(72, 1, ~0, 37, 22),
  /// `pwrite(2)` fails with EFBIG.
  WRITE(18, 0, 0, 0, 27);

  private static final long SYS_SECCOMP = 317;
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final long SET_MODE_FILTER = 1;
  private static final long ALL_THREADS = 1;
  private static final int LOAD = 0x20;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int AND = 0x54;
  private static final int RETURN = 0x06;
  private static final int ERROR = 0x0005_0000;
  private static final int ALLOW = 0x7fff_0000;
  private static final int ARGUMENTS = 16;

  private final int call;
  private final int argument;
  private final int mask;
  private final int value;
  private final int errno;

  Refusal(int call, int argument, int mask, int value, int errno) {
    this.call = call;
    this.argument = argument;
    this.mask = mask;
    this.value = value;
    this.errno = errno;
  }

  private int[][] filter() {
    return new int[][] {
      {LOAD, 0, 0, 0},
      {JUMP_IF_EQUAL, 0, 4, call},
      {LOAD, 0, 0, ARGUMENTS + argument * Long.BYTES},
      {AND, 0, 0, mask},
      {JUMP_IF_EQUAL, 0, 1, value},
      {RETURN, 0, 0, ERROR | errno},
      {RETURN, 0, 0, ALLOW}
    };
  }

  /// Installs the filter.
  ///
  /// @return whether the system supports such filters
  @SuppressWarnings("restricted")
  public boolean begin() throws Throwable {
    int[][] filter = filter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment code = arena.allocate((long) filter.length * Long.BYTES, Long.BYTES);
      for (int i = 0; i < filter.length; i++) {
        long at = (long) i * Long.BYTES;
        code.set(JAVA_SHORT, at, (short) filter[i][0]);
        code.set(JAVA_BYTE, at + 2, (byte) filter[i][1]);
        code.set(JAVA_BYTE, at + 3, (byte) filter[i][2]);
        code.set(JAVA_INT, at + 4, filter[i][3]);
      }
      MemorySegment program = arena.allocate(16, Long.BYTES);
      program.set(JAVA_SHORT, 0, (short) filter.length);
      program.set(ADDRESS, 8, code);
      Linker linker = Linker.nativeLinker();
      MethodHandle prctl =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("prctl"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
              Linker.Option.firstVariadicArg(1));
      MethodHandle syscall =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("syscall"),
              FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS),
              Linker.Option.firstVariadicArg(1));
      return (int) prctl.invokeExact(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) == 0
          && (long) syscall.invokeExact(SYS_SECCOMP, SET_MODE_FILTER, ALL_THREADS, program) == 0;
    }
  }
}
