package io.ndmap.mpi.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Links, makes and checks calls of the library.
final class Calls {

  /// Stands for an MPI handle among the arguments of a call. [#link] replaces it by the flavour's
  /// layout of handles.
  static final MemoryLayout HANDLE = JAVA_LONG.withName("handle");

  // More than MPI_MAX_ERROR_STRING of both flavours.
  private static final int TEXT_BYTES = 1 << 13;
  // More than MPI_Status of both flavours: 20 and 24 bytes.
  private static final int STATUS_BYTES = 64;

  private final SymbolLookup symbols;
  private final Flavour flavour;
  private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

  Calls(SymbolLookup symbols, Flavour flavour) {
    this.symbols = symbols;
    this.flavour = flavour;
  }

  /// Invokes a method handle with its exact type.
  interface Call {
    int make() throws Throwable;
  }

  /// Invokes a method handle that stores a new MPI handle into `out`.
  interface Making {
    int make(MemorySegment out) throws Throwable;
  }

  /// Makes a call that creates an MPI handle, and returns the handle.
  long made(String name, Making call) throws MpiCallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      check(name, () -> call.make(out));
      return flavour.handle().equals(JAVA_INT) ? out.get(JAVA_INT, 0) : out.get(JAVA_LONG, 0);
    }
  }

  /// Makes a call whose only argument is a pointer to an MPI handle.
  void withPointer(String name, long handle) throws MpiCallException {
    MethodHandle call = link(name, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = pointer(arena, handle);
      check(name, () -> (int) call.invokeExact(pointer));
    }
  }

  /// Allocates memory for an `MPI_Status`.
  static MemorySegment statusMemory(Arena arena) {
    return arena.allocate(STATUS_BYTES, Long.BYTES);
  }

  /// Returns the number of transferred elements of a type, as a status reports it.
  int count(Arena arena, MemorySegment status, long type) throws MpiCallException {
    MethodHandle call = link("MPI_Get_count", ADDRESS, HANDLE, ADDRESS);
    MemorySegment count = arena.allocate(JAVA_INT);
    check("MPI_Get_count", () -> (int) call.invokeExact(status, type, count));
    return count.get(JAVA_INT, 0);
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

  /// Makes a call, and throws an exception with the library's text if it returns an error.
  void check(String name, Call call) throws MpiCallException {
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

  /// Links a function at its first use. The method handle takes MPI handles as `long`.
  // Linking is a restricted operation, and this package exists to do it.
  @SuppressWarnings("restricted")
  MethodHandle link(String name, MemoryLayout... arguments) {
    return handles.computeIfAbsent(
        name,
        _ -> {
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
