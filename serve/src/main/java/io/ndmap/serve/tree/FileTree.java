package io.ndmap.serve.tree;

import io.ndmap.format.container.ArchiveContainer;
import io.ndmap.format.container.ArrayContainer;
import io.ndmap.format.container.TensorContainer;
import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Directories, `.npy` files and archives (`.npz`, `.safetensors`) on disk. A directory's list has
/// files with one of these extensions and subdirectories; names that begin with a dot are hidden.
/// Links are followed if their target is served.
public final class FileTree implements Tree, AutoCloseable {

  /// The maximum number of children of a directory that are examined for its list. Further children
  /// are omitted.
  private static final int MOST_ENTRIES = 100_000;

  /// The maximum number of attempts to open a file that is replaced meanwhile.
  private static final int OPENINGS = 10;

  private final List<Root> roots;
  private final NpzOptions options;
  private final OpenFiles files = new OpenFiles();
  private final InflatedMemory inflated;

  private FileTree(List<Root> roots, NpzOptions options) {
    this.roots = roots;
    this.options = options;
    this.inflated = new InflatedMemory(options.maxInflatedBytes(), files::retireIdle);
  }

  /// Returns a tree whose root has the given files and directories as children.
  ///
  /// @param paths the files and directories
  /// @param options limits for headers and archives; all inflated members share one limit
  /// @throws IOException if a path is neither a file nor a directory, or may not be read
  public static FileTree of(List<Path> paths, NpzOptions options) throws IOException {
    return new FileTree(Root.of(paths), options);
  }

  /// The memory that inflated members take.
  ///
  /// @return the number of bytes, for all open archives together
  public long inflatedBytes() {
    return inflated.bytes();
  }

  /// The number of open files.
  ///
  /// @return the number of open files
  public int openFiles() {
    return files.count();
  }

  /// Closes files that were not used for a while. To be called every few seconds.
  public void sweep() {
    files.sweep();
  }

  @Override
  public void close() {
    files.close();
  }

  @Override
  public Kind kind(String name) throws IOException {
    if (name.isEmpty()) {
      return Kind.DIRECTORY;
    }
    Target target = target(name);
    return target.member().isPresent() ? Kind.ARRAY : kind(target.location());
  }

  @Override
  public List<Entry> list(String name) throws IOException {
    if (name.isEmpty()) {
      return roots.stream().map(this::entry).toList();
    }
    Target target = target(name);
    if (target.member().isPresent()) {
      throw new Problem(404, "'" + name + "' is an array and contains no other arrays");
    }
    return switch (kind(target.location())) {
      case DIRECTORY -> directory(target.location());
      case ARCHIVE -> members(target.location());
      case ARRAY ->
          throw new Problem(404, "'" + name + "' is an array and contains no other arrays");
    };
  }

  @Override
  public Description describe(String name) throws IOException {
    return with(
        name,
        (_, etag, array) ->
            new Description(
                name, Optional.of(array.key()).filter(key -> !key.isEmpty()), array.header(), etag),
        true);
  }

  @Override
  public OpenArray open(String name) throws IOException {
    return with(
        name,
        (file, etag, array) ->
            new OpenArray(name, array.header(), view(file, array), etag, file::release),
        false);
  }

  /// The elements of an array. The memory of a compressed member is claimed first. A member larger
  /// than the limit is not claimed: the archive rejects it.
  private NdView<?> view(ServedFile file, ArrayContainer.Array array) throws IOException {
    long bytes = array.inflatedBytes();
    boolean isClaimed =
        bytes > 0 && bytes <= options.maxInflatedBytes() && file.claim(array.key(), bytes);
    try {
      return array.view();
    } catch (Throwable e) {
      if (isClaimed) {
        file.release(array.key());
      }
      throw e;
    }
  }

  /// An operation on an array of an open file.
  private interface Use<T> {
    T of(ServedFile file, String etag, ArrayContainer.Array array) throws IOException;
  }

  /// Opens the file of an array and runs an operation on the array.
  ///
  /// @param name the name of the array in the tree
  /// @param releasing whether the use of the file ends with the operation; if false, it ends only
  ///   if the operation fails
  private <T> T with(String name, Use<T> use, boolean releasing) throws IOException {
    Target target = target(name);
    if (target.member().isEmpty() && kind(target.location()) != Kind.ARRAY) {
      throw notArray(name, kind(target.location()));
    }
    ServedFile file = acquire(target.location());
    boolean kept = false;
    try {
      T made = use.of(file, file.etag(Instant.now()), array(name, file, target.member()));
      kept = !releasing;
      return made;
    } finally {
      if (!kept) {
        file.release();
      }
    }
  }

  private static Problem notArray(String name, Kind kind) {
    return new Problem(
        404,
        kind == Kind.DIRECTORY
            ? "'" + name + "' is a directory, not an array"
            : "'%s' is an archive, not an array; open a member: %s%sNAME"
                .formatted(name, name, ArrayName.SEPARATOR));
  }

  private static ArrayContainer.Array array(String name, ServedFile file, Optional<String> member) {
    if (file.arrays() instanceof SingleArray array) {
      if (member.isPresent()) {
        throw new Problem(404, "there is no array '" + name + "': its file is not an archive");
      }
      return array;
    }
    if (member.isEmpty()) {
      throw notArray(name, Kind.ARCHIVE);
    }
    try {
      return file.arrays().member(member.get());
    } catch (NoSuchElementException e) {
      throw new Problem(404, String.valueOf(e.getMessage()));
    }
  }

  // ---- Names

  /// A file, or a member of an archive.
  private record Target(Location location, Optional<String> member) {}

  /// Finds the file of a name, and the member if the name has the form `ARCHIVE::MEMBER`. A file
  /// whose own name contains `::` takes precedence.
  ///
  /// @throws Problem with 404 if nothing has this name
  private Target target(String name) throws IOException {
    if (!name.contains(ArrayName.SEPARATOR)) {
      return new Target(locate(name), Optional.empty());
    }
    Optional<Location> whole = find(name);
    if (whole.isPresent()) {
      return new Target(whole.get(), Optional.empty());
    }
    int at = name.indexOf(ArrayName.SEPARATOR);
    for (; at > 0; at = name.indexOf(ArrayName.SEPARATOR, at + 1)) {
      Optional<Location> archive = find(name.substring(0, at));
      if (archive.isPresent() && kind(archive.get()) == Kind.ARCHIVE) {
        return new Target(
            archive.get(), Optional.of(name.substring(at + ArrayName.SEPARATOR.length())));
      }
    }
    throw nothing(name);
  }

  private static Problem nothing(String name) {
    return new Problem(404, "there is no '" + name + "'");
  }

  private Location locate(String name) throws IOException {
    return find(name).orElseThrow(() -> nothing(name));
  }

  /// Finds a file or a directory by its name, which does not name a member; empty if nothing served
  /// has this name.
  private Optional<Location> find(String name) throws IOException {
    List<String> parts = List.of(name.split("/", -1));
    Optional<Root> root =
        roots.stream().filter(any -> any.label().equals(parts.getFirst())).findFirst();
    if (root.isEmpty() || parts.stream().skip(1).anyMatch(FileTree::isHidden)) {
      return Optional.empty();
    }
    try {
      Path file = root.get().path().toRealPath();
      if (!root.get().isDirectory()) {
        return parts.size() == 1
            ? Optional.of(new Location(name, Location.directoryOf(file), file))
            : Optional.empty();
      }
      Path base = file;
      for (String part : parts.subList(1, parts.size())) {
        Optional<Path> child = child(file, part);
        if (child.isEmpty()) {
          return Optional.empty();
        }
        file = child.get();
      }
      Path real = file.toRealPath();
      return real.startsWith(base)
          ? Optional.of(new Location(name, base, real))
          : within(name, real);
    } catch (AccessDeniedException e) {
      throw new Problem(403, "'" + name + "' may not be read");
    } catch (FileSystemException e) {
      // This includes cyclic links and names that are too long.
      return Optional.empty();
    }
  }

  private static boolean isHidden(String part) {
    return part.isEmpty() || part.startsWith(".") || part.indexOf('\0') >= 0;
  }

  /// Finds a child of a directory. If a file name cannot be decoded, its text contains U+FFFD, and
  /// the file is found by that text if no other child has the same text.
  private static Optional<Path> child(Path directory, String part) throws IOException {
    try {
      Path child = directory.resolve(part);
      if (child.getParent() != null
          && child.getParent().equals(directory)
          && Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(child);
      }
    } catch (InvalidPathException e) {
      // The text cannot be encoded as a file name.
    }
    if (part.indexOf('\ufffd') < 0) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      List<Path> same = new ArrayList<>();
      for (Path child : children) {
        if (child.getFileName().toString().equals(part)) {
          same.add(child);
        }
      }
      return same.size() == 1 ? Optional.of(same.getFirst()) : Optional.empty();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /// The location of a path whose links are resolved; empty if the path is not served.
  private Optional<Location> within(String name, Path file) {
    for (Root root : roots) {
      Path real;
      try {
        real = root.path().toRealPath();
      } catch (IOException e) {
        continue;
      }
      if (root.isDirectory() ? file.startsWith(real) : file.equals(real)) {
        Path base = root.isDirectory() ? real : Location.directoryOf(file);
        return Optional.of(new Location(name, base, file));
      }
    }
    return Optional.empty();
  }

  private Kind kind(Location location) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(
              location.file(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      throw nothing(location.name());
    }
    if (attributes.isDirectory()) {
      return Kind.DIRECTORY;
    }
    Optional<Kind> kind = kind(location.file());
    if (!attributes.isRegularFile() || (kind.isEmpty() && !isRoot(location))) {
      throw nothing(location.name());
    }
    return kind.isPresent()
        ? kind.get()
        : format(location) == Format.NPY ? Kind.ARRAY : Kind.ARCHIVE;
  }

  private boolean isRoot(Location location) {
    return roots.stream()
        .anyMatch(root -> !root.isDirectory() && root.label().equals(location.name()));
  }

  /// The formats of files.
  private enum Format {
    NPY,
    NPZ,
    SAFETENSORS;

    /// The format for the extension of a file name; empty for other extensions.
    static Optional<Format> of(Path file) {
      String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
      return Arrays.stream(values())
          .filter(format -> name.endsWith("." + format.name().toLowerCase(Locale.ROOT)))
          .findFirst();
    }

    Kind kind() {
      return this == NPY ? Kind.ARRAY : Kind.ARCHIVE;
    }
  }

  /// The kind for the extension of a file name; empty for other extensions.
  private static Optional<Kind> kind(Path file) {
    return Format.of(file).map(Format::kind);
  }

  /// Determines a file's format by its extension, or else by its first bytes.
  private static Format format(Location location) throws IOException {
    Optional<Format> named = Format.of(location.file());
    if (named.isPresent()) {
      return named.get();
    }
    try (FileChannel channel = location.openFile()) {
      ByteBuffer begin = ByteBuffer.allocate(SafetensorsFile.MAGIC_BYTES);
      int count = channel.read(begin, 0);
      if (count >= 2 && begin.get(0) == 'P' && begin.get(1) == 'K') {
        return Format.NPZ;
      }
      return SafetensorsFile.isSafetensors(begin.flip()) ? Format.SAFETENSORS : Format.NPY;
    }
  }

  // ---- Open files

  private ServedFile acquire(Location location) throws IOException {
    try {
      FileState identity = FileState.of(location.file());
      return files.acquire(location.file(), identity, () -> open(location));
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw nothing(location.name());
    } catch (AccessDeniedException e) {
      throw new Problem(403, "'" + location.name() + "' may not be read");
    }
  }

  /// Opens a file. If the file is replaced or changed meanwhile, it is opened again, at most
  /// [#OPENINGS] times in all.
  private ServedFile open(Location location) throws IOException {
    // Error messages must contain the file's name in the tree, not its path on disk.
    Path name = Path.of(printable(location.name()));
    for (int tries = 0; tries < OPENINGS; tries++) {
      FileState identity = FileState.of(location.file());
      FileChannel channel = location.openFile();
      ArrayContainer arrays;
      try {
        arrays =
            switch (format(location)) {
              case NPZ -> new ArchiveContainer(NpzFile.open(name, channel, options));
              case SAFETENSORS ->
                  new TensorContainer(SafetensorsFile.open(name, channel, options.members()));
              case NPY -> {
                FileRange all = new FileRange(name.toString(), 0, channel.size());
                NpyFile array =
                    NpyFile.open(name, channel, all, OpenMode.READ_ONLY, options.members());
                channel.close();
                yield new SingleArray(array);
              }
            };
      } catch (Throwable e) {
        channel.close();
        throw e;
      }
      ServedFile shared = new ServedFile(identity, arrays, inflated);
      if (FileState.of(location.file()).equals(identity)) {
        return shared;
      }
      shared.retire();
    }
    throw new Problem(503, "'" + location.name() + "' changes too fast to be opened");
  }

  private static String printable(String name) {
    try {
      return Path.of(name).toString();
    } catch (InvalidPathException e) {
      return "array";
    }
  }

  // ---- Lists

  private Entry entry(Root root) {
    Kind kind = Kind.DIRECTORY;
    String refused = "";
    try {
      kind = kind(root.label());
    } catch (Problem | IOException e) {
      refused = "cannot be read";
    }
    return new Entry(root.label(), root.label(), kind, refused);
  }

  private List<Entry> directory(Location location) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> children = location.openDirectory()) {
      int count = 0;
      for (Path child : children) {
        if (++count > MOST_ENTRIES) {
          break;
        }
        entry(location, child.getFileName()).ifPresent(entries::add);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (AccessDeniedException e) {
      throw new Problem(403, "'" + location.name() + "' may not be read");
    } catch (FileSystemException e) {
      throw nothing(location.name());
    }
    entries.sort(Comparator.comparing(Entry::label));
    return List.copyOf(entries);
  }

  private Optional<Entry> entry(Location directory, Path child) {
    String label = child.toString();
    Path file = directory.file().resolve(child);
    if (label.startsWith(".")) {
      return Optional.empty();
    }
    String name = directory.name() + "/" + label;
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      Kind kind = attributes.isDirectory() ? Kind.DIRECTORY : kind(file).orElse(null);
      if (kind == null || (kind != Kind.DIRECTORY && !attributes.isRegularFile())) {
        return Optional.empty();
      }
      String refused =
          within(name, file.toRealPath()).isPresent()
              ? ""
              : "a link that leads out of the served files";
      return Optional.of(new Entry(label, name, kind, refused));
    } catch (IOException e) {
      return kind(file).map(kind -> new Entry(label, name, kind, "cannot be read"));
    }
  }

  private List<Entry> members(Location location) throws IOException {
    ServedFile file = acquire(location);
    try {
      if (file.arrays() instanceof SingleArray) {
        throw new Problem(404, "'" + location.name() + "' is an array, not an archive");
      }
      return file.arrays().members().stream().map(member -> entry(location, member)).toList();
    } finally {
      file.release();
    }
  }

  private static Entry entry(Location archive, ArrayContainer.Member member) {
    String refused = "";
    try {
      NpyHeader header = member.header();
      if (header.dtype().hasObject()) {
        refused = "its elements are Python objects";
      }
    } catch (NpyFormatException | IOException e) {
      refused = String.valueOf(e.getMessage());
    }
    return new Entry(
        member.key(), archive.name() + ArrayName.SEPARATOR + member.key(), Kind.ARRAY, refused);
  }
}
