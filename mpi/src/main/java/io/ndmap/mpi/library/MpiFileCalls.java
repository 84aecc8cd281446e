package io.ndmap.mpi.library;

import static io.ndmap.mpi.library.Calls.HANDLE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.ndmap.posix.Posix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Map;

/// The calls for files, and for the derived datatypes of file views; see [MpiLibrary] for arguments
/// and errors.
public final class MpiFileCalls {

  /// Open modes (section 13.2.1), the same numbers in both flavours.
  public static final int MODE_RDONLY = 2;

  public static final int MODE_WRONLY = 4;

  private final Calls calls;
  private final Flavour flavour;

  MpiFileCalls(Calls calls, Flavour flavour) {
    this.calls = calls;
    this.flavour = flavour;
  }

  // Derived datatypes (chapter 4). The caller frees their handles.

  /// `MPI_BYTE`.
  public long bytes() {
    return flavour.type(MpiType.BYTE);
  }

  public long contiguous(int count, long type) throws MpiCallException {
    MethodHandle call = calls.link("MPI_Type_contiguous", JAVA_INT, HANDLE, ADDRESS);
    return calls.made("MPI_Type_contiguous", out -> (int) call.invokeExact(count, type, out));
  }

  /// @param stride the stride in bytes
  public long hvector(int count, int length, long stride, long type) throws MpiCallException {
    MethodHandle call =
        calls.link("MPI_Type_create_hvector", JAVA_INT, JAVA_INT, JAVA_LONG, HANDLE, ADDRESS);
    return calls.made(
        "MPI_Type_create_hvector", out -> (int) call.invokeExact(count, length, stride, type, out));
  }

  /// @param fortran whether the first axis varies fastest
  public long subarray(int[] sizes, int[] subsizes, int[] starts, boolean fortran, long type)
      throws MpiCallException {
    MethodHandle call =
        calls.link(
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
      return calls.made(
          "MPI_Type_create_subarray",
          out -> (int) call.invokeExact(sizes.length, whole, part, first, order, type, out));
    }
  }

  /// @return the same handle
  public long commit(long type) throws MpiCallException {
    calls.withPointer("MPI_Type_commit", type);
    return type;
  }

  public void free(long type) throws MpiCallException {
    calls.withPointer("MPI_Type_free", type);
  }

  // Files (chapter 13).

  /// `MPI_File_open`, by all ranks together, or by this rank alone (`MPI_COMM_SELF`). All other
  /// calls for the file must be made in the same way: by all ranks, or by this rank alone.
  ///
  /// @param hints the entries of the info object; the library ignores unknown keys
  public long open(Path path, int mode, Map<String, String> hints, boolean all)
      throws MpiCallException {
    MethodHandle call = calls.link("MPI_File_open", HANDLE, ADDRESS, JAVA_INT, HANDLE, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = Posix.name(arena, path);
      MemorySegment file = arena.allocate(JAVA_LONG);
      long ranks = all ? flavour.world() : flavour.self();
      long info = info(hints);
      try {
        calls.check("MPI_File_open", () -> (int) call.invokeExact(ranks, name, mode, info, file));
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
    MethodHandle create = calls.link("MPI_Info_create", ADDRESS);
    long info = calls.made("MPI_Info_create", out -> (int) create.invokeExact(out));
    MethodHandle set = calls.link("MPI_Info_set", HANDLE, ADDRESS, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      for (Map.Entry<String, String> hint : hints.entrySet()) {
        MemorySegment key = arena.allocateFrom(hint.getKey());
        MemorySegment value = arena.allocateFrom(hint.getValue());
        calls.check("MPI_Info_set", () -> (int) set.invokeExact(info, key, value));
      }
    } catch (MpiCallException e) {
      free(hints, info);
      throw e;
    }
    return info;
  }

  private void free(Map<String, String> hints, long info) throws MpiCallException {
    if (!hints.isEmpty()) {
      calls.withPointer("MPI_Info_free", info);
    }
  }

  /// `MPI_File_close`.
  public void close(long file) throws MpiCallException {
    MethodHandle call = calls.link("MPI_File_close", ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = arena.allocateFrom(JAVA_LONG, file);
      calls.check("MPI_File_close", () -> (int) call.invokeExact(pointer));
    }
  }

  /// `MPI_File_sync`.
  public void sync(long file) throws MpiCallException {
    MethodHandle call = calls.link("MPI_File_sync", JAVA_LONG);
    calls.check("MPI_File_sync", () -> (int) call.invokeExact(file));
  }

  /// `MPI_File_set_view` with bytes as elementary type.
  public void setView(long file, long displacement, long type) throws MpiCallException {
    MethodHandle call =
        calls.link("MPI_File_set_view", JAVA_LONG, JAVA_LONG, HANDLE, HANDLE, ADDRESS, HANDLE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment representation = arena.allocateFrom("native");
      long element = bytes();
      long info = flavour.infoNull();
      calls.check(
          "MPI_File_set_view",
          () -> (int) call.invokeExact(file, displacement, element, type, representation, info));
    }
  }

  /// `MPI_File_write_at_all` at the beginning of the view.
  ///
  /// @return the number of bytes written
  public int writeAll(long file, MemorySegment bytes) throws MpiCallException {
    return move("MPI_File_write_at_all", file, 0, bytes);
  }

  /// `MPI_File_read_at_all` at the beginning of the view.
  ///
  /// @return the number of bytes read
  public int readAll(long file, MemorySegment into) throws MpiCallException {
    return move("MPI_File_read_at_all", file, 0, into);
  }

  /// `MPI_File_write_at`.
  ///
  /// @return the number of bytes written
  public int write(long file, long at, MemorySegment bytes) throws MpiCallException {
    return move("MPI_File_write_at", file, at, bytes);
  }

  /// `MPI_File_read_at`.
  ///
  /// @return the number of bytes read
  public int read(long file, long at, MemorySegment into) throws MpiCallException {
    return move("MPI_File_read_at", file, at, into);
  }

  private int move(String name, long file, long at, MemorySegment memory) throws MpiCallException {
    MethodHandle call = calls.link(name, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, HANDLE, ADDRESS);
    int count = Math.toIntExact(memory.byteSize());
    long type = bytes();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = Calls.statusMemory(arena);
      calls.check(name, () -> (int) call.invokeExact(file, at, memory, count, type, status));
      return count == 0 ? 0 : calls.count(arena, status, type);
    }
  }
}
