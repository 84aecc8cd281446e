package io.ndmap.mpi.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the MPI library that matches the launcher of this process.
final class LibraryFinder {

  /// File names of the libraries, tried in this order.
  private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so.80");

  private static final List<String> MPICH = List.of("libmpich.so.12", "libmpi.so.12");

  /// Links of development packages; `libmpi.so` may belong to any implementation.
  private static final List<String> ANY = List.of("libmpi.so", "libmpich.so");

  // At least MPI_MAX_LIBRARY_VERSION_STRING of both flavours.
  private static final int VERSION_BYTES = 1 << 13;

  private LibraryFinder() {}

  /// A loaded library.
  ///
  /// @param name the name or path by which it was loaded
  /// @param version the version text of the library
  record Found(String name, SymbolLookup symbols, Flavour flavour, String version) {}

  /// Loads the library.
  ///
  /// @param requested the name or path that the user specified, if any
  /// @throws IllegalStateException if the requested library cannot be loaded or, if none is
  ///   requested, no library that matches the launcher is found
  static Found find(Optional<String> requested, Optional<Launcher> launcher) {
    List<String> names =
        requested.map(List::of).orElseGet(() -> candidates(launcher.flatMap(Launcher::title)));
    List<String> failures = new ArrayList<>();
    for (String name : names) {
      try {
        Found found = load(name);
        String title = found.flavour().title();
        if (requested.isPresent() || launcher.stream().allMatch(each -> each.serves(title))) {
          return found;
        }
        failures.add(name + " is " + title);
      } catch (IllegalArgumentException e) {
        failures.add(String.valueOf(e.getMessage()));
      }
    }
    throw new IllegalStateException(
        "no MPI library"
            + launcher.map(each -> " for " + each.name()).orElse("")
            + " was found ("
            + String.join("; ", failures)
            + "). Install Open MPI (Debian: openmpi-bin, libopenmpi-dev) or MPICH (mpich), or name"
            + " the library by "
            + MpiLibrary.VARIABLE
            + " or -D"
            + MpiLibrary.PROPERTY);
  }

  private static List<String> candidates(Optional<String> title) {
    List<String> names = new ArrayList<>();
    if (!title.equals(Optional.of("MPICH"))) {
      names.addAll(OPEN_MPI);
    }
    if (!title.equals(Optional.of("Open MPI"))) {
      names.addAll(MPICH);
    }
    names.addAll(ANY);
    return names;
  }

  /// @throws IllegalArgumentException if the library cannot be loaded, or is not a supported MPI
  ///   library
  // Loading is a restricted operation, and this package exists to do it.
  @SuppressWarnings("restricted")
  private static Found load(String name) {
    SymbolLookup symbols = SymbolLookup.libraryLookup(name, Arena.global());
    if (symbols.find("MPI_Init_thread").isEmpty()) {
      throw new IllegalArgumentException(name + " has no MPI_Init_thread: it is no MPI library");
    }
    String version = version(symbols);
    if (symbols.find(OpenMpi.MARK).isPresent()) {
      return new Found(name, symbols, new OpenMpi(symbols), version);
    }
    if (!Mpich.VERSION.matcher(version).find()) {
      throw new IllegalArgumentException(
          name
              + " is neither Open MPI nor a library with the binary interface of MPICH: "
              + version.lines().findFirst().orElse("it tells no version"));
    }
    return new Found(name, symbols, new Mpich(), version);
  }

  /// Calls `MPI_Get_library_version`, which needs no handles and may be called before `MPI_Init`.
  @SuppressWarnings("restricted")
  private static String version(SymbolLookup symbols) {
    Optional<MemorySegment> symbol = symbols.find("MPI_Get_library_version");
    if (symbol.isEmpty()) {
      return "";
    }
    MethodHandle call =
        Linker.nativeLinker()
            .downcallHandle(symbol.get(), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(VERSION_BYTES);
      MemorySegment length = arena.allocate(JAVA_INT);
      int status = (int) call.invokeExact(text, length);
      return status == 0 ? text.getString(0).strip() : "";
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("MPI_Get_library_version threw", e);
    }
  }

  /// Prevents UCX, which Debian's MPICH uses for communication, from handling two signals of the
  /// JVM: SIGSEGV, which the JVM needs for implicit null checks (with UCX's handler, the next
  /// failing null check would end the JVM), and SIGHUP, which ends the JVM (UCX would enter its
  /// debugger). UCX reads the process's environment when it is loaded, and only setenv(3) changes
  /// this environment. Variables that are set already are kept.
  static void keepSignals(Map<String, String> environment) {
    Map.of("UCX_ERROR_SIGNALS", "", "UCX_DEBUG_SIGNO", "0")
        .forEach(
            (name, value) -> {
              if (!environment.containsKey(name)) {
                set(name, value);
              }
            });
  }

  @SuppressWarnings("restricted")
  private static void set(String variable, String text) {
    Linker linker = Linker.nativeLinker();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(variable);
      MemorySegment value = arena.allocateFrom(text);
      int status =
          (int)
              linker
                  .downcallHandle(
                      linker.defaultLookup().findOrThrow("setenv"),
                      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT))
                  .invokeExact(name, value, 0);
      if (status != 0) {
        throw new IllegalStateException("setenv failed: there is no memory for the environment");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("setenv threw", e);
    }
  }
}
