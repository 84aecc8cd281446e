package io.ndmap.mmap;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.op.FileClosedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;

/// A reader of a file to which other processes append rows (see `io.ndmap.grow.NpyAppender`).
///
/// ```java
/// try (NpyFollower follower = NpyFollower.open(path)) {
///   process(follower.view());
///   long seen = follower.length();
///   while (...) {
///     if (follower.refresh()) {
///       process(follower.view().slice(0, seen, follower.length(), 1));
///       seen = follower.length();
///     }
///   }
/// }
/// ```
///
/// A view contains the rows as of the last [#refresh] (or the opening) before the call of [#view];
/// later refreshes do not change it.
///
/// **Threads.** Any number of threads may use the follower and its views at once.
///
/// **Lifetime.** [#close] ends the use of all views, including earlier ones, as [NpyFile#close]
/// does. A mapping that a refresh has replaced is unmapped some time after its last view has become
/// unreachable. No file descriptor stays open between calls.
public final class NpyFollower implements AutoCloseable {

  private final Path path;
  private final OpenOptions options;
  // The backings of replaced mappings whose views are still reachable.
  private final Set<MappedBacking> earlier = Collections.newSetFromMap(new WeakHashMap<>());
  private NpyFile current;

  private NpyFollower(Path path, OpenOptions options, NpyFile current) {
    this.path = path;
    this.options = options;
    this.current = current;
  }

  /// Opens a file for reading.
  ///
  /// @param path the file, on the default file system
  /// @return the follower, with the current rows
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)], or if the array has
  ///   no axis
  public static NpyFollower open(Path path) throws IOException {
    return open(path, OpenOptions.DEFAULT);
  }

  /// Opens a file for reading.
  ///
  /// @param path the file, on the default file system
  /// @param options as for [NpyFile], applied at each refresh; in a caller's arena, all mappings
  ///   stay until the arena is closed
  /// @return the follower, with the current rows
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)], or if the array has
  ///   no axis
  public static NpyFollower open(Path path, OpenOptions options) throws IOException {
    NpyFile file = NpyFile.open(path, OpenMode.READ_ONLY, options);
    if (file.shape().rank() == 0) {
      file.close();
      throw new NpyFormatException(
          path.toString(), 0, "expected an array that can grow, found shape ()");
    }
    return new NpyFollower(path, options, file);
  }

  /// Maps the file again if its header has changed or another file has its name. The check takes a
  /// few microseconds.
  ///
  /// @return whether the file has more rows, which [#view] then includes
  /// @throws IOException as [NpyFile#open(Path, OpenMode, OpenOptions)]; views and length are
  ///   unchanged
  /// @throws NpyFormatException as [NpyFile#open(Path, OpenMode, OpenOptions)], or if the file now
  ///   contains another array: with another dtype, order or row shape, or with fewer rows; views
  ///   and length are unchanged
  /// @throws FileClosedException if the follower is closed
  public synchronized boolean refresh() throws IOException {
    NpyFile before = open();
    if (isSame(before)) {
      return false;
    }
    NpyFile after = NpyFile.open(path, OpenMode.READ_ONLY, options);
    try {
      requireLonger(before.header(), after.header());
    } catch (NpyFormatException e) {
      after.close();
      throw e;
    }
    earlier.add(before.backing());
    current = after;
    return lengthOf(after.header()) > lengthOf(before.header());
  }

  private boolean isSame(NpyFile before) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    if (!Objects.equals(key, before.fileKey())) {
      return false;
    }
    try (FileChannel channel = OpenMode.READ_ONLY.channel(path)) {
      return HeaderReader.read(channel, path, options.limits()).equals(before.header());
    }
  }

  private void requireLonger(NpyHeader before, NpyHeader after) {
    boolean sameRows =
        before.dtype().equals(after.dtype())
            && before.order() == after.order()
            && rowsOf(before).equals(rowsOf(after));
    if (!sameRows || lengthOf(after) < lengthOf(before)) {
      throw new NpyFormatException(
          path.toString(),
          0,
          "expected the same dtype, order and shape of a row, and at least as many rows: %s of %s in order %s, found %s of %s in order %s"
              .formatted(
                  before.shape(),
                  before.dtype(),
                  before.order(),
                  after.shape(),
                  after.dtype(),
                  after.order()));
    }
  }

  private static int axisOf(NpyHeader header) {
    return header.order() == Order.F ? header.shape().rank() - 1 : 0;
  }

  private static long lengthOf(NpyHeader header) {
    return header.shape().size(axisOf(header));
  }

  /// The shape with the length of the growing axis set to 0.
  private static Shape rowsOf(NpyHeader header) {
    long[] sizes = header.shape().toArray();
    if (sizes.length > 0) {
      sizes[axisOf(header)] = 0;
    }
    return Shape.of(sizes);
  }

  /// Returns the axis that grows: the first in C order, the last in Fortran order.
  ///
  /// @return the axis
  /// @throws FileClosedException if the follower is closed
  public int axis() {
    return axisOf(open().header());
  }

  /// Returns the number of rows as of the last refresh.
  ///
  /// @return the length of [#axis]
  /// @throws FileClosedException if the follower is closed
  public long length() {
    return lengthOf(open().header());
  }

  /// Returns the header as of the last refresh.
  ///
  /// @return the header
  /// @throws FileClosedException if the follower is closed
  public NpyHeader header() {
    return open().header();
  }

  /// Returns a read-only view of the whole array as of the last refresh.
  ///
  /// @return the view, whose class depends on the dtype
  /// @throws FileClosedException if the follower is closed
  public NdView<?> view() {
    return open().view();
  }

  /// Returns the whole array as of the last refresh, as a view of the given class.
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view, read-only
  /// @throws DTypeException if the dtype has another view class; the message names file, dtype and
  ///   both classes
  /// @throws FileClosedException if the follower is closed
  public <V extends NdView<V>> V view(Class<V> viewClass) {
    return open().view(viewClass);
  }

  private synchronized NpyFile open() {
    if (!current.isOpen()) {
      throw current.backing().closed();
    }
    return current;
  }

  /// Ends the use of all views, and unmaps their memory. Closing again does nothing.
  @Override
  public synchronized void close() {
    current.close();
    earlier.forEach(MappedBacking::unmap);
    earlier.clear();
  }
}
