package io.ndmap.cli;

import io.ndmap.dtype.DType;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.MappingFaultException;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Order;
import io.ndmap.nd.Shape;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A file that appears under its name with every item already set.
final class FilledFile {

  private FilledFile() {}

  /// What sets the items.
  interface Filling {

    /// Sets them.
    ///
    /// @param items all of them, zeros, and writable
    void fill(NdView<?> items);
  }

  /// Fails early where [#create] would fail late.
  ///
  /// @throws FileAlreadyExistsException if there is a file of this name and none is to be replaced
  static void requireFree(Path file, CreateOptions options) throws IOException {
    if (!options.replacing() && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + ": not a regular file; only regular files are replaced");
    }
  }

  /// @throws FileAlreadyExistsException if there is a file of this name and none is to be replaced
  /// @throws IOException if the file cannot be created; nothing is left behind
  static void create(
      Path file, DType dtype, Shape shape, Order order, CreateOptions options, Filling filling)
      throws IOException {
    requireFree(file, options);
    Path whole = file.toAbsolutePath();
    Path working =
        whole.resolveSibling(
            "." + whole.getFileName() + "." + ProcessHandle.current().pid() + ".fill");
    try (Leftovers _ = Leftovers.of(working)) {
      try (NpyFile npy = NpyFile.create(working, dtype, shape, order, options)) {
        filling.fill(npy.view());
        npy.force();
      }
      publish(working, file, options.replacing());
    } catch (FileSystemException e) {
      throw e;
    } catch (MappingFaultException e) {
      String message = String.valueOf(e.getMessage());
      String name = message.substring(0, Math.max(0, message.indexOf(": the mapped memory")));
      throw new MappingFaultException(name.replace(working.toString(), file.toString()), e);
    } catch (IOException e) {
      // Nobody knows the working name.
      throw new IOException(
          String.valueOf(e.getMessage()).replace(working.toString(), file.toString()), e);
    }
  }

  private static void publish(Path working, Path file, boolean replacing) throws IOException {
    if (replacing) {
      Files.move(
          working, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } else {
      link(working, file);
    }
  }

  /// Unlike a move, a link never takes the place of a file that somebody else has made meanwhile;
  /// but not every file system has links.
  private static void link(Path working, Path file) throws IOException {
    try {
      Files.createLink(file, working);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException | UnsupportedOperationException e) {
      Files.move(working, file);
    }
  }
}
