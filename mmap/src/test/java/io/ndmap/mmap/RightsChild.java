package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Creates or replaces a file, and prints its permissions after each step until it has its name.
final class RightsChild {

  private RightsChild() {}

  /// Creates the file.
  ///
  /// @param arguments the file, in a directory without temporary files
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
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
