package io.ndmap.mmap;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Creates or replaces files, and prints their permissions after each step until they have their
/// names.
final class RightsChild {

  private RightsChild() {}

  /// Creates the files.
  ///
  /// @param arguments the files, each named `x.npy` in a directory without temporary files; before
  ///   each the umask from then on, or `-`
  public static void main(String[] arguments) throws Throwable {
    for (int k = 0; k < arguments.length; k += 2) {
      if (!arguments[k].equals("-")) {
        setUmask(Integer.parseInt(arguments[k], 8));
      }
      create(Path.of(arguments[k + 1]));
    }
  }

  @SuppressWarnings("restricted")
  private static void setUmask(int umask) throws Throwable {
    Linker linker = Linker.nativeLinker();
    int _ =
        (int)
            linker
                .downcallHandle(
                    linker.defaultLookup().findOrThrow("umask"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT))
                .invokeExact(umask);
  }

  private static void create(Path path) throws IOException {
    new NpyCreation(path, DType.INT8, Shape.of(5), Order.C, CreateOptions.DEFAULT.withReplacing())
        .run(step -> print(path, step))
        .close();
  }

  private static void print(Path path, NpyCreation.Step step) {
    boolean named = step.compareTo(NpyCreation.Step.PUBLISHED) >= 0;
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(path.getParent(), named ? "x.npy" : ".x.npy.*.tmp")) {
      for (Path file : files) {
        System.out.println(
            step + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
