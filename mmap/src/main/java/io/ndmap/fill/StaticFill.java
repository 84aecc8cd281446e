package io.ndmap.fill;

import io.ndmap.dtype.DTypeException;
import io.ndmap.fill.model.StaticSpec;
import io.ndmap.fill.parts.CreatorWait;
import io.ndmap.fill.parts.PartsFile;
import io.ndmap.fill.parts.StaticCreation;
import io.ndmap.layout.Box;
import io.ndmap.layout.Partition;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.FillException;
import io.ndmap.npy.FillMismatchException;
import io.ndmap.npy.FillTimeoutException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// An array that several processes of one machine fill, each writing the part of its rank. The
/// parts are known beforehand, so the processes need not communicate to divide the work.
///
/// ```java
/// Shape shape = Shape.of(1000, 64);
/// StaticSpec spec =
///     new StaticSpec(DType.FLOAT64, shape, Order.C, Partition.alongAxis(shape, 0, 8));
/// try (StaticFill fill = StaticFill.createOrJoin(Path.of("x.npy"), spec, Duration.ofMinutes(1))) {
///   fill.region(rank, DoubleView.class).fill(rank);
///   fill.force();
/// }
/// ```
///
/// Any number of processes may call [#createOrJoin] at once: one creates the array, the others join
/// it, or fail if they request another dtype, shape, order or partition.
///
/// **The array exists from the start** under its name: it appears in one step, with its full size
/// and zero-filled. Other programs may write parts too, for instance a Python script with
/// `np.load("x.npy", mmap_mode="r+")`. Written parts are not recorded. The caller provides a
/// *barrier*, at which all processes wait until the last has written its part; MPI provides one.
/// After the barrier, one process calls [#finish].
///
/// **Files.** `x.npy.parts`, in the same directory, contains the partition as a line of text
/// ([Partition#describe]). The process that creates the array locks that file; the kernel releases
/// the lock when the process dies, and the next process creates the array. Until the array is
/// published, its file is called `x.npy.creating`.
///
/// **When processes die.** Nothing has to be repaired. If the creating process is killed before the
/// array is published, another process creates the array, perhaps with another partition. If a
/// process is killed later, its part keeps the elements written so far, and any process may write
/// the part again.
///
/// **Threads.** As for [NpyFile]. Several threads may write regions of different parts at the same
/// time.
public final class StaticFill implements AutoCloseable {

  private final NpyFile file;
  private final Partition partition;
  private final boolean created;

  private StaticFill(NpyFile file, Partition partition, boolean created) {
    this.file = file;
    this.partition = partition;
    this.created = created;
  }

  /// Creates the array, or joins the processes that fill it.
  ///
  /// @param path the array's file, on the default file system, in a directory that exists
  /// @param spec the array and its partition
  /// @param timeout the maximum time to wait while another process creates the array; creation by
  ///   this process may take longer
  /// @return the array, open for reading and writing
  /// @throws FillMismatchException if there is an array of another dtype, shape, order or partition
  /// @throws FillTimeoutException if another process, or another thread of this one, is still
  ///   creating the array when the time has passed
  /// @throws IllegalArgumentException if the array's name is so long that names of other files of
  ///   the fill exceed 255 bytes
  /// @throws FillException if there is an array but no `x.npy.parts`: it was created in another
  ///   way, or is finished; or if `x.npy.parts` does not contain a partition, the array is being
  ///   filled by a [SharedFill], its header would be longer than NumPy reads, or the file system
  ///   has no hard links
  /// @throws InterruptedIOException if the thread is interrupted while it waits; its interrupt
  ///   status stays set
  /// @throws ClosedByInterruptException if the thread is interrupted while it creates the array
  /// @throws IOException if the file cannot be created, opened or locked
  /// @throws NpyFormatException if there is a file of this name that is not an array
  /// @throws DTypeException if the elements are Python objects, or a header cannot express the
  ///   dtype
  public static StaticFill createOrJoin(Path path, StaticSpec spec, Duration timeout)
      throws IOException {
    return createOrJoin(path, spec, timeout, _ -> {});
  }

  /// Creates the array or joins, and reports each step of a creation.
  ///
  /// @param progress called after each step of a creation; an exception from it ends the creation
  static StaticFill createOrJoin(
      Path path, StaticSpec spec, Duration timeout, Consumer<StaticCreation.Step> progress)
      throws IOException {
    StaticCreation.requireShortName(path);
    CreatorWait wait = new CreatorWait(path, timeout);
    while (true) {
      StaticCreation.Outcome outcome = StaticCreation.attempt(path, spec, progress);
      if (outcome != StaticCreation.Outcome.BUSY) {
        boolean created = outcome == StaticCreation.Outcome.CREATED;
        return opened(path, created, (header, parts) -> requireEqual(path, spec, header, parts));
      }
      wait.pause(
          "another process to create it: " + PartsFile.beside(path) + " is locked by that process");
    }
  }

  /// Joins the processes that fill an array, with their partition.
  ///
  /// @param path the array's file
  /// @param timeout the maximum time to wait until another process has created the array
  /// @return the array, open for reading and writing
  /// @throws FillTimeoutException if the array is not created in that time
  /// @throws IllegalArgumentException if the array's name is so long that names of other files of
  ///   the fill exceed 255 bytes
  /// @throws FillMismatchException if the partition in `x.npy.parts` is of another shape than the
  ///   array
  /// @throws FillException if there is an array but no `x.npy.parts`: it was created in another
  ///   way, or is finished
  /// @throws InterruptedIOException if the thread is interrupted while it waits; its interrupt
  ///   status stays set
  /// @throws IOException if the file cannot be opened
  /// @throws NpyFormatException if the file is not an array
  public static StaticFill join(Path path, Duration timeout) throws IOException {
    StaticCreation.requireShortName(path);
    CreatorWait wait = new CreatorWait(path, timeout);
    while (!Files.exists(path)) {
      wait.pause("another process to create it: there is no such file");
    }
    return opened(path, false, (_, _) -> {});
  }

  /// A check of the array and its partition.
  private interface Requirement {
    void check(NpyHeader header, Partition parts);
  }

  private static StaticFill opened(Path path, boolean created, Requirement requirement)
      throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_WRITE);
    try {
      Partition parts = parts(path);
      requirement.check(file.header(), parts);
      require(path, "shape", parts.shape(), file.shape());
      return new StaticFill(file, parts, created);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  private static Partition parts(Path path) throws IOException {
    Path parts = PartsFile.beside(path);
    String text;
    try {
      text = PartsFile.read(parts);
    } catch (NoSuchFileException e) {
      throw new FillException(
          path.toString(),
          "there is an array, but no "
              + parts
              + " with its partition: the array is finished already, or it was not created"
              + " to be filled by several processes",
          e);
    }
    try {
      return Partition.parse(text);
    } catch (IllegalArgumentException e) {
      throw new FillException(path.toString(), parts + ": " + e.getMessage(), e);
    }
  }

  private static void requireEqual(Path path, StaticSpec spec, NpyHeader header, Partition parts) {
    // Compared as in the header, which lacks some properties of a dtype, such as alignment.
    require(path, "dtype", spec.dtype().descr(), header.dtype().descr());
    require(path, "shape", spec.shape(), header.shape());
    require(path, "order", spec.order(), header.order());
    require(path, "partition", quoted(spec.partition().describe()), quoted(parts.describe()));
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }

  private static void require(Path path, String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new FillMismatchException(path.toString(), what, expected.toString(), found.toString());
    }
  }

  /// Returns the partition that all processes use.
  ///
  /// @return the partition
  public Partition partition() {
    return partition;
  }

  /// Returns whether this process created the array instead of joining.
  ///
  /// @return true in one process at most; in no living process if the creator was killed
  public boolean created() {
    return created;
  }

  /// Returns the box of a part.
  ///
  /// @param k the number of the part: the rank of the process that writes it
  /// @return the box, maybe empty
  /// @throws IndexOutOfBoundsException if there is no such part
  public Box part(long k) {
    return partition.box(k);
  }

  /// Returns a writable view of a part.
  ///
  /// @param k the number of the part
  /// @return the view of [NpyFile#region(Box)], which does not reach outside the part
  /// @throws IndexOutOfBoundsException if there is no such part
  /// @throws IllegalStateException if this is closed
  public NdView<?> region(long k) {
    return file.region(part(k));
  }

  /// Returns a part as a writable view of the given class.
  ///
  /// @param k the number of the part
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view of [NpyFile#region(Box, Class)], which does not reach outside the part
  /// @throws IndexOutOfBoundsException if there is no such part
  /// @throws DTypeException if the dtype has another view class
  /// @throws IllegalStateException if this is closed
  public <V extends NdView<V>> V region(long k, Class<V> viewClass) {
    return file.region(part(k), viewClass);
  }

  /// Returns the file of the whole array.
  ///
  /// @return the file, which is closed with this
  public NpyFile file() {
    return file;
  }

  /// Forces the stores of this process to the disk, as [NpyFile#force].
  ///
  /// @throws IOException if the disk reports an error
  /// @throws MappingFaultException if the file was truncated
  /// @throws IllegalStateException if this is closed
  public void force() throws IOException {
    file.force();
  }

  /// Ends the fill: removes `x.npy.parts`, so that no process can join any more, and files that
  /// killed processes may have left. One process calls this after all processes have written their
  /// parts, which the caller must ensure. Idempotent.
  ///
  /// @throws IOException if the files cannot be removed
  public void finish() throws IOException {
    StaticCreation.finish(file.path());
  }

  /// Closes the array's file; every later use of a view throws [io.ndmap.op.FileClosedException].
  @Override
  public void close() {
    file.close();
  }

  /// Returns a line with the file and the partition.
  @Override
  public String toString() {
    return file + " in " + partition.describe();
  }
}
