package io.ndmap.npz;

import io.ndmap.dtype.DTypeException;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.zip.ZipMember;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A `.npz` archive: arrays by name, mapped in place if they are stored without compression.
///
/// ```java
/// try (NpzFile archive = NpzFile.open(Path.of("x.npz"))) {
///   double first = archive.view("weights", DoubleView.class).get(0, 0);
/// }
/// ```
///
/// Opening reads only the central directory, and checks it more strictly than Python's `zipfile`;
/// members with contradictory headers are refused individually (`docs/archives.md` lists the
/// checks). The file stays open.
///
/// **Updating in place.** With [OpenMode#READ_WRITE], stores into the view of a stored member reach
/// the file. [#force], [NpzMember#force] and [#close] set the member's CRC in its local header (or
/// in the data descriptor after its bytes) and in the central directory. If the process dies before
/// that, elements may have been stored while the CRC is still the old one: readers that check the
/// CRC refuse the member, [NpzMember#isBeingUpdated] is true, and [NpzRepair] sets the CRC.
///
/// **Threads.** Files, members and views may be used by many threads at once; concurrent access to
/// one element needs the caller's synchronization. [#close] invalidates views. It waits for the
/// current part of each running bulk operation, which then throws
/// [io.ndmap.op.FileClosedException]; for files that shrink see [io.ndmap.mmap.NpyFile].
public final class NpzFile implements AutoCloseable {

  private static final int NAMES_IN_MESSAGE = 10;

  private final Archive archive;
  private final List<NpzMember> all;
  private final List<NpzMember> members;
  private final Map<String, NpzMember> byName = new LinkedHashMap<>();

  private NpzFile(Archive archive) {
    this.archive = archive;
    List<NpzMember> entries = new ArrayList<>();
    for (ZipMember entry : archive.directory().members()) {
      NpzMember member = new NpzMember(archive, entry);
      entries.add(member);
      byName.put(entry.name(), member);
    }
    this.all = List.copyOf(entries);
    this.members = all.stream().filter(member -> !isShadowed(member)).toList();
  }

  /// Returns whether a file is an archive. As in NumPy, the first bytes of the file decide, not its
  /// name.
  ///
  /// @param path the file
  /// @return true if the file begins like an archive; false also if there is no such regular file
  /// @throws IOException if the file cannot be read
  public static boolean isArchive(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] magic = in.readNBytes(4);
      return magic.length == 4
          && magic[0] == 'P'
          && magic[1] == 'K'
          && ((magic[2] == 3 && magic[3] == 4) || (magic[2] == 5 && magic[3] == 6));
    }
  }

  /// Opens an archive for reading.
  ///
  /// @param path the file, on the default file system
  /// @return the opened archive
  /// @throws IOException as [#open(Path, OpenMode, NpzOptions)]
  /// @throws NpzFormatException as [#open(Path, OpenMode, NpzOptions)]
  public static NpzFile open(Path path) throws IOException {
    return open(path, OpenMode.READ_ONLY, NpzOptions.DEFAULT);
  }

  /// Opens an archive.
  ///
  /// @param path the file, on the default file system
  /// @param mode the access to stored members
  /// @return the opened archive
  /// @throws IOException as [#open(Path, OpenMode, NpzOptions)]
  /// @throws NpzFormatException as [#open(Path, OpenMode, NpzOptions)]
  public static NpzFile open(Path path, OpenMode mode) throws IOException {
    return open(path, mode, NpzOptions.DEFAULT);
  }

  /// Opens an archive.
  ///
  /// @param path the file, on the default file system
  /// @param mode the access to stored members
  /// @param options limits, and how members are opened
  /// @return the opened archive
  /// @throws IOException if there is no such file, it is not a regular file, or reading (or
  ///   writing, unless the mode is [OpenMode#READ_ONLY]) is not permitted
  /// @throws NpzFormatException if the file is not an archive, or its central directory is
  ///   inconsistent
  /// @throws ResourceLimitException if the archive has more members or a longer central directory
  ///   than the options allow
  public static NpzFile open(Path path, OpenMode mode, NpzOptions options) throws IOException {
    return open(path, mode, options, _ -> {});
  }

  /// Opens an archive through a channel, for reading: for callers that have checked the identity of
  /// the file. Closing the archive closes the channel. An interrupt of a thread that reads from the
  /// archive also closes the channel: later reads throw [IOException].
  ///
  /// @param path the file's path, for messages
  /// @param channel a channel of the file, open for reading and not for writing
  /// @param options limits, and how members are opened
  /// @return the opened archive
  /// @throws IOException if the file cannot be read; the channel is closed
  /// @throws NpzFormatException as [#open(Path, OpenMode, NpzOptions)]; the channel is closed
  /// @throws ResourceLimitException as [#open(Path, OpenMode, NpzOptions)]; the channel is closed
  public static NpzFile open(Path path, FileChannel channel, NpzOptions options)
      throws IOException {
    return new NpzFile(Archive.open(path, channel, options));
  }

  static NpzFile open(Path path, OpenMode mode, NpzOptions options, Consumer<UpdateStep> progress)
      throws IOException {
    return new NpzFile(Archive.open(path, mode, options, progress));
  }

  /// Returns the path by which the archive was opened.
  ///
  /// @return the path
  public Path path() {
    return archive.path();
  }

  /// Returns the mode in which the archive was opened.
  ///
  /// @return the mode
  public OpenMode mode() {
    return archive.mode();
  }

  /// Returns all members, in the order of the central directory. Of several members with the same
  /// name, only the last is included, as in NumPy. [NpzRepair#verify] also reports the earlier
  /// ones; they result from appending with Python's `zipfile`.
  ///
  /// @return the members, including those that cannot be read
  public List<NpzMember> members() {
    return members;
  }

  /// All members, including those shadowed by a later member with the same name.
  List<NpzMember> all() {
    return all;
  }

  /// Whether a later member has the same name.
  boolean isShadowed(NpzMember member) {
    return byName.get(member.name()) != member;
  }

  /// Returns the names of all members, as `files` of NumPy's `NpzFile`.
  ///
  /// @return the names without `.npy`, in the order of the central directory; a name shared by
  ///   several members is repeated
  public List<String> keys() {
    return all.stream().map(NpzMember::key).toList();
  }

  /// Returns the member with the given name, or else the member whose name is the given name with
  /// `.npy` appended.
  ///
  /// @param name the name
  /// @return the member; the last one if several members have this name, as in NumPy
  /// @throws NoSuchElementException if there is no such member; the message lists the existing
  ///   names; if there are more than ten, at most ten: the similar ones, or else the first
  public NpzMember member(String name) {
    NpzMember exact = byName.get(name);
    NpzMember member = exact == null ? byName.get(name + ".npy") : exact;
    if (member == null) {
      throw new NoSuchElementException(
          path() + ": there is no member '" + name + "', " + instead(name));
    }
    return member;
  }

  private String instead(String name) {
    List<String> keys = keys();
    if (keys.size() <= NAMES_IN_MESSAGE) {
      return "there are " + keys;
    }
    List<String> similar = SimilarNames.of(name, keys, NAMES_IN_MESSAGE);
    return similar.isEmpty()
        ? "there are %s and %s more"
            .formatted(keys.subList(0, NAMES_IN_MESSAGE), keys.size() - NAMES_IN_MESSAGE)
        : "similar names are %s of %s".formatted(similar, keys.size());
  }

  /// Returns the array with the given name, as [NpzMember#view].
  ///
  /// @param name the name, with or without `.npy`
  /// @return the view, whose class depends on the dtype
  /// @throws NoSuchElementException if there is no such member
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException if the member cannot be read
  /// @throws FileClosedException if the archive is closed
  public NdView<?> view(String name) throws IOException {
    return member(name).view();
  }

  /// Returns the array with the given name as a view of the given class, as [NpzMember#view].
  ///
  /// @param name the name, with or without `.npy`
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the view
  /// @throws NoSuchElementException if there is no such member
  /// @throws IOException if the file cannot be read or mapped
  /// @throws NpyFormatException if the member cannot be read
  /// @throws DTypeException if the dtype has another view class
  /// @throws FileClosedException if the archive is closed
  public <V extends NdView<V>> V view(String name, Class<V> viewClass) throws IOException {
    return member(name).view(viewClass);
  }

  /// Returns the number of bytes after the archive and its comment, which readers ignore.
  ///
  /// @return the bytes
  public long trailingBytes() {
    return archive.directory().trailing();
  }

  /// Forces stores into mapped members to the disk, and sets the members' CRCs. Does nothing unless
  /// the mode is [OpenMode#READ_WRITE].
  ///
  /// @throws IOException if the disk reports an error; other members are forced nevertheless
  /// @throws MappingFaultException if the file was truncated before the end of a member, so that
  ///   stores may be lost; other members are forced nevertheless
  /// @throws FileClosedException if the archive is closed
  public void force() throws IOException {
    all(NpzMember::force);
  }

  /// Returns whether the archive is open.
  ///
  /// @return false after closing
  public boolean isOpen() {
    return archive.isOpen();
  }

  /// Closes the archive: forces members that were mapped for writing to the disk, sets their CRCs,
  /// and invalidates all views. Closing again does nothing.
  ///
  /// @throws IOException if elements could not be forced or a CRC could not be set; everything is
  ///   closed nevertheless
  /// @throws MappingFaultException as [#force]; everything is closed nevertheless
  @Override
  public void close() throws IOException {
    try {
      all(NpzMember::close);
    } finally {
      archive.close();
    }
  }

  /// An action on a member.
  private interface Action {
    void on(NpzMember member) throws IOException;
  }

  /// Runs an action on all members, even if it fails for one; the first failure is thrown at the
  /// end.
  private void all(Action action) throws IOException {
    Throwable first = null;
    for (NpzMember member : members) {
      try {
        action.on(member);
      } catch (IOException | RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    rethrow(first);
  }

  private static void rethrow(@Nullable Throwable failure) throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }

  /// Returns a line with path, mode and number of members, and whether the archive is closed.
  @Override
  public String toString() {
    return path()
        + " ("
        + mode()
        + ", "
        + members.size()
        + " members"
        + (isOpen() ? ")" : ", closed)");
  }
}
