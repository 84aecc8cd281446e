package io.ndmap.cli.array;

import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// The options of commands that create a file.
final class TargetOptions {

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  @Option(
      names = "--sparse",
      description = "Reserve no disk space: faster, but a later write can find the disk full.")
  private boolean sparse;

  /// Refuses to make a file of itself.
  ///
  /// @throws UsageException if the two are one file
  void requireOther(Path source, Path target) throws IOException {
    boolean bothAreThere = Files.exists(source) && Files.exists(target);
    if (bothAreThere ? Files.isSameFile(source, target) : plain(source).equals(plain(target))) {
      throw new UsageException("SRC and DST are the same file: " + source + " and " + target);
    }
  }

  private static Path plain(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /// Whether an existing file is replaced.
  boolean replaces() {
    return force;
  }

  CreateOptions createOptions() {
    return new CreateOptions(sparse, force, null);
  }

  /// Makes the file with the items that are set in it.
  ///
  /// @throws OtherFileException if it cannot be made; nothing is left behind
  void create(
      Path target, DType dtype, Shape shape, Order order, Consumer<? super NdView<?>> filling)
      throws OtherFileException {
    try {
      NpyFile.create(target, dtype, shape, order, createOptions(), filling).close();
    } catch (IOException e) {
      throw new OtherFileException(target, e);
    }
  }
}
