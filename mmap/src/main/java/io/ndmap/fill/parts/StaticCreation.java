package io.ndmap.fill.parts;

import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.HeaderLength;
import io.ndmap.fill.model.StaticSpec;
import io.ndmap.mmap.NpyFile;
import io.ndmap.npy.FillException;
import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Creates an array for several processes, in the process that has locked the parts file. Without
/// the lock, eight processes would reserve eight times the disk space.
///
/// The uniqueness of the array does not depend on the lock: the array gets its name by a hard link,
/// which fails if the name is taken.
public final class StaticCreation {

  /// The steps of a creation, each named after the state that it reaches.
  public enum Step {
    /// The parts file exists and is locked.
    LOCKED,
    /// The parts file contains the partition.
    AGREED,
    /// The array is forced to the disk under its working name.
    RESERVED,
    /// The array has its own name.
    PUBLISHED,
    /// The working name is removed.
    TIDIED
  }

  /// The outcome of an attempt.
  public enum Outcome {
    /// This attempt created the array.
    CREATED,
    /// The array already exists.
    THERE,
    /// Another process or thread is creating it.
    BUSY
  }

  private static final String WORKING_SUFFIX = ".creating";

  private final Path path;
  private final Path working;
  private final StaticSpec spec;
  private final Consumer<Step> progress;

  private StaticCreation(Path path, StaticSpec spec, Consumer<Step> progress) {
    this.path = path;
    this.working = working(path);
    this.spec = spec;
    this.progress = progress;
  }

  private static Path working(Path path) {
    return path.resolveSibling(path.getFileName() + WORKING_SUFFIX);
  }

  /// Requires that the names of the fill's files are short enough.
  ///
  /// @throws IllegalArgumentException if a name would have more than 255 bytes
  public static void requireShortName(Path path) {
    FillFiles.requireShortName(path, WORKING_SUFFIX);
  }

  /// Creates the array, unless it exists or another process is creating it.
  ///
  /// @param progress called after each step; an exception that it throws ends the creation like any
  ///   other failure
  public static Outcome attempt(Path path, StaticSpec spec, Consumer<Step> progress)
      throws IOException {
    if (Files.exists(path)) {
      return Outcome.THERE;
    }
    HeaderLength.require(path, spec.dtype(), spec.order(), spec.shape());
    try (PartsFile parts = PartsFile.tryLock(path)) {
      return parts == null ? Outcome.BUSY : new StaticCreation(path, spec, progress).run(parts);
    }
  }

  private Outcome run(PartsFile parts) throws IOException {
    if (Files.exists(path)) {
      // Another process has created the array meanwhile. If the parts file is empty, this attempt
      // has created it after the fill was finished.
      if (parts.text().isEmpty()) {
        parts.delete();
      }
      return Outcome.THERE;
    }
    try {
      requireNoLedger();
      progress.accept(Step.LOCKED);
      parts.write(spec.partition().describe());
      progress.accept(Step.AGREED);
      removeLeftovers(path);
      NpyFile.create(working, spec.dtype(), spec.shape(), spec.order(), spec.options()).close();
      progress.accept(Step.RESERVED);
      FillFiles.link(working, path);
    } catch (Throwable e) {
      tidy(parts, e);
      throw e;
    }
    progress.accept(Step.PUBLISHED);
    // Another process may have called `finish`, which removes this name.
    Files.deleteIfExists(working);
    Directories.tryForceParent(path);
    progress.accept(Step.TIDIED);
    return Outcome.CREATED;
  }

  private void requireNoLedger() {
    Path ledger = FillFiles.of(path).ledger();
    if (Files.exists(ledger)) {
      throw new FillException(
          path.toString(), "it is being filled chunk by chunk, as " + ledger + " is there");
    }
  }

  // A failed creation leaves nothing. The parts file is removed last: once its name is removed, the
  // lock excludes nobody, because the next creator creates a new file.
  private void tidy(PartsFile parts, Throwable failure) {
    try {
      removeLeftovers(path);
      parts.delete();
    } catch (IOException leftBehind) {
      failure.addSuppressed(leftBehind);
    }
  }

  /// Removes all files of a fill except the array.
  public static void finish(Path path) throws IOException {
    removeLeftovers(path);
    Files.deleteIfExists(PartsFile.beside(path));
    Directories.tryForceParent(path);
  }

  /// Removes the files that killed creators left. No other process may be creating the array.
  private static void removeLeftovers(Path path) throws IOException {
    FillFiles.removeWithTemporaries(working(path));
  }
}
