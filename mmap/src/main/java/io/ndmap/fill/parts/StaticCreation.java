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

/// Creates an array for several processes, in the one that holds the lock of the parts file.
/// Without the lock, eight processes would reserve eight times the disk space.
///
/// That there is only one array does not depend on the lock: it gets its name by a link, which
/// fails where the name is taken.
public final class StaticCreation {

  /// What has just been done.
  public enum Step {
    /// The parts file is there and locked.
    LOCKED,
    /// It holds the partition.
    AGREED,
    /// The array is on the disk under its working name.
    RESERVED,
    /// It can be found under its own.
    PUBLISHED,
    /// The working name is gone.
    TIDIED
  }

  /// How an attempt ended.
  public enum Outcome {
    /// The array is there, by this attempt.
    CREATED,
    /// The array was there.
    THERE,
    /// Somebody else is creating it.
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

  /// Refuses a name that leaves no room for those of the other files.
  ///
  /// @throws IllegalArgumentException if it is too long
  public static void requireRoom(Path path) {
    FillFiles.requireRoom(path, WORKING_SUFFIX);
  }

  /// Whether there is an array, or any file of its name.
  public static boolean isThere(Path path) {
    return Files.exists(path);
  }

  /// Creates the array, unless it exists or another process is creating it.
  ///
  /// @param progress told each step; what it throws ends the creation as a failure would
  public static Outcome attempt(Path path, StaticSpec spec, Consumer<Step> progress)
      throws IOException {
    if (isThere(path)) {
      return Outcome.THERE;
    }
    HeaderLength.require(path, spec.dtype(), spec.order(), spec.shape());
    try (PartsFile parts = PartsFile.tryLock(path)) {
      return parts == null ? Outcome.BUSY : new StaticCreation(path, spec, progress).run(parts);
    }
  }

  private Outcome run(PartsFile parts) throws IOException {
    if (isThere(path)) {
      // Created since. What it left us is its text, or, if it is finished already, an empty file
      // that we have just made.
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
    // Removed already if another process has finished.
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

  // A creation that fails leaves nothing. The parts file goes last: without it the lock is worth
  // nothing, as the next creator makes a file of its own.
  private void tidy(PartsFile parts, Throwable failure) {
    try {
      removeLeftovers(path);
      parts.delete();
    } catch (IOException leftBehind) {
      failure.addSuppressed(leftBehind);
    }
  }

  /// Removes all that helped to fill an array that is there.
  public static void finish(Path path) throws IOException {
    removeLeftovers(path);
    Files.deleteIfExists(PartsFile.beside(path));
    Directories.tryForceParent(path);
  }

  /// Removes what killed creators left. Nobody else may be creating.
  private static void removeLeftovers(Path path) throws IOException {
    FillFiles.removeWithTemporaries(working(path));
  }
}
