package io.ndmap.serve.tree;

import io.ndmap.mmap.FileRange;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Directories, `.npy` files and archives on the disk. In directories there are files that end in
/// `.npy` and `.npz`, and other directories; names that begin with a dot are hidden. Links are
/// followed if they lead to something that is served.
public final class FileTree implements Tree, AutoCloseable {

  /// How many entries of a directory are looked at.
  private static final int MOST_ENTRIES = 100_000;

  /// How often a file may be replaced while it is opened.
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

  /// A tree of files and directories, each of which is a child of its root.
  ///
  /// @param paths the files and directories
  /// @param options limits of headers and archives; that for inflated members is for all of them
  /// @throws IOException if one of them is neither, or may not be read
  public static FileTree of(List<Path> paths, NpzOptions options) throws IOException {
    return new FileTree(Root.of(paths), options);
  }

  /// Bytes of memory that deflated members take.
  ///
  /// @return of all open archives together
  public long inflatedBytes() {
    return inflated.bytes();
  }

  /// How many files are open.
  ///
  /// @return the number
  public int openFiles() {
    return files.count();
  }

  /// Closes files that nobody has used for a while; to be called every few seconds.
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
      throw new Problem(404, "'" + name + "' is an array: it contains no others");
    }
    return switch (kind(target.location())) {
      case DIRECTORY -> directory(target.location());
      case ARCHIVE -> members(target.location());
      case ARRAY -> throw new Problem(404, "'" + name + "' is an array: it contains no others");
    };
  }

  @Override
  public Description describe(String name) throws IOException {
    return with(
        name,
        (file, etag, member) ->
            new Description(
                name,
                Optional.ofNullable(member).map(NpzMember::key),
                member == null ? npy(file).header() : member.header(),
                etag),
        true);
  }

  @Override
  public OpenArray open(String name) throws IOException {
    return with(
        name,
        (file, etag, member) ->
            member == null
                ? new OpenArray(name, npy(file).header(), npy(file).view(), etag, file::release)
                : new OpenArray(name, member.header(), view(file, member), etag, file::release),
        false);
  }

  /// A member; one that is larger than all of them may be together is refused by its archive.
  private NdView<?> view(SharedFile<?> file, NpzMember member) throws IOException {
    boolean isClaimed =
        !member.isStored()
            && member.size() <= options.maxInflatedBytes()
            && file.claim(member.name(), member.size());
    try {
      return member.view();
    } catch (Throwable e) {
      if (isClaimed) {
        file.release(member.name());
      }
      throw e;
    }
  }

  private static NpyFile npy(SharedFile<?> file) {
    return (NpyFile) file.file();
  }

  /// What is made of an open file.
  private interface Use<T> {
    T of(SharedFile<?> file, String etag, @Nullable NpzMember member) throws IOException;
  }

  private <T> T with(String name, Use<T> use, boolean releasing) throws IOException {
    Target target = target(name);
    if (target.member().isEmpty() && kind(target.location()) != Kind.ARRAY) {
      throw new Problem(404, "'" + name + "' is no array, but " + text(kind(target.location())));
    }
    SharedFile<?> file = acquire(target.location());
    boolean kept = false;
    try {
      NpzMember member =
          target.member().isEmpty() ? null : member(name, file, target.member().get());
      T made = use.of(file, file.etag(Instant.now()), member);
      kept = !releasing;
      return made;
    } finally {
      if (!kept) {
        file.release();
      }
    }
  }

  private static NpzMember member(String name, SharedFile<?> file, String member) {
    if (!(file.file() instanceof NpzFile archive)) {
      throw new Problem(404, "there is no array '" + name + "': its file is no archive");
    }
    try {
      return archive.member(member);
    } catch (NoSuchElementException e) {
      throw new Problem(404, String.valueOf(e.getMessage()));
    }
  }

  // ---- Names

  /// A file, or a member of it.
  private record Target(Location location, Optional<String> member) {}

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
      // Also loops of links, and names that are too long.
      return Optional.empty();
    }
  }

  private static boolean isHidden(String part) {
    return part.isEmpty() || part.startsWith(".") || part.indexOf('\0') >= 0;
  }

  /// A child of a directory. A name in bytes that are no text is that of the one child whose text
  /// it is.
  private static Optional<Path> child(Path directory, String part) throws IOException {
    try {
      Path child = directory.resolve(part);
      if (child.getParent() != null
          && child.getParent().equals(directory)
          && Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(child);
      }
    } catch (InvalidPathException e) {
      // Its text cannot be a name here.
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

  /// Where a path without links is, if that is served.
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
    return kind.isPresent() ? kind.get() : isArchive(location) ? Kind.ARCHIVE : Kind.ARRAY;
  }

  private boolean isRoot(Location location) {
    return roots.stream()
        .anyMatch(root -> !root.isDirectory() && root.label().equals(location.name()));
  }

  /// What the ending of a file's name says.
  private static Optional<Kind> kind(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".npy")
        ? Optional.of(Kind.ARRAY)
        : name.endsWith(".npz") ? Optional.of(Kind.ARCHIVE) : Optional.empty();
  }

  private static boolean isArchive(Location location) throws IOException {
    try (FileChannel channel = location.openFile()) {
      ByteBuffer magic = ByteBuffer.allocate(2);
      return channel.read(magic, 0) == 2 && magic.get(0) == 'P' && magic.get(1) == 'K';
    }
  }

  private static String text(Kind kind) {
    return (kind == Kind.DIRECTORY ? "a " : "an ") + kind.name().toLowerCase(Locale.ROOT);
  }

  // ---- Open files

  private SharedFile<?> acquire(Location location) throws IOException {
    try {
      FileIdentity identity = FileIdentity.of(location.file());
      return files.acquire(location.file(), identity, () -> open(location));
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw nothing(location.name());
    } catch (AccessDeniedException e) {
      throw new Problem(403, "'" + location.name() + "' may not be read");
    }
  }

  private SharedFile<?> open(Location location) throws IOException {
    // Messages name the file as the tree does, and no path beyond that.
    Path name = Path.of(printable(location.name()));
    for (int tries = 0; tries < OPENINGS; tries++) {
      FileIdentity identity = FileIdentity.of(location.file());
      FileChannel channel = location.openFile();
      AutoCloseable opened;
      try {
        if (kind(location) == Kind.ARCHIVE) {
          opened = NpzFile.open(name, channel, options);
        } else {
          try (channel) {
            FileRange all = new FileRange(name.toString(), 0, channel.size());
            opened = NpyFile.open(name, channel, all, OpenMode.READ_ONLY, options.members());
          }
        }
      } catch (Throwable e) {
        channel.close();
        throw e;
      }
      SharedFile<?> shared = new SharedFile<>(identity, opened, inflated);
      if (FileIdentity.of(location.file()).equals(identity)) {
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
              : "a link that leads out of what is served";
      return Optional.of(new Entry(label, name, kind, refused));
    } catch (IOException e) {
      return kind(file).map(kind -> new Entry(label, name, kind, "cannot be read"));
    }
  }

  private List<Entry> members(Location location) throws IOException {
    SharedFile<?> file = acquire(location);
    try {
      if (!(file.file() instanceof NpzFile archive)) {
        throw new Problem(404, "'" + location.name() + "' is no archive");
      }
      return archive.members().stream().map(member -> entry(location, member)).toList();
    } finally {
      file.release();
    }
  }

  private static Entry entry(Location archive, NpzMember member) {
    String refused = "";
    try {
      NpyHeader header = member.header();
      if (header.dtype().hasObject()) {
        refused = "its items are Python objects";
      }
    } catch (NpyFormatException | IOException e) {
      refused = String.valueOf(e.getMessage());
    }
    return new Entry(
        member.key(), archive.name() + ArrayName.SEPARATOR + member.key(), Kind.ARRAY, refused);
  }
}
