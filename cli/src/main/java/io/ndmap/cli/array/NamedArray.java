package io.ndmap.cli.array;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleOptions;
import io.ndmap.stream.NpyReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/// An array as the command line names it: a `.npy` file, or a member of an archive,
/// `archive.npz::member`.
final class NamedArray implements AutoCloseable {

  /// Forces what was stored to the disk.
  private interface Forcing {
    void force() throws IOException;
  }

  private static final String SEPARATOR = "::";
  private static final int MEMBERS_TRIED = 100;

  private final Path name;
  private final Closeable file;
  private final Forcing forcing;
  private final NdView<?> view;
  private final NpyHeader header;

  private NamedArray(Path name, Closeable file, Forcing forcing, NdView<?> view, NpyHeader header) {
    this.name = name;
    this.file = file;
    this.forcing = forcing;
    this.view = view;
    this.header = header;
  }

  /// Opens it for reading.
  static NamedArray open(Path name) throws IOException {
    return open(name, OpenMode.READ_ONLY);
  }

  /// Opens it for reading; `-` is the next array of the standard input, which is read into memory.
  static NamedArray open(Path name, Streams streams) throws IOException {
    if (!StandardInput.is(name)) {
      return open(name);
    }
    NpyReader reader = StandardInput.reader(streams);
    return new NamedArray(name, () -> {}, () -> {}, reader.read(), reader.header());
  }

  /// Opens it for reading; Python objects are read from their pickle.
  ///
  /// @param options how pickles are read
  static NamedArray openWithObjects(Path name, Streams streams, PickleOptions options)
      throws IOException {
    if (StandardInput.is(name)) {
      return next(name, streams, options);
    }
    try {
      return open(name);
    } catch (ObjectArrayException e) {
      int separator = separator(name);
      if (separator < 0) {
        return objects(name, Files.newInputStream(name), options);
      }
      try (NpzFile archive = NpzFile.open(archive(name, separator))) {
        return objects(name, archive.member(key(name, separator)).bytes(), options);
      }
    }
  }

  /// The array of the standard input, and more than its bytes: a pickle is read byte by byte, and
  /// so through a buffer.
  private static NamedArray next(Path name, Streams streams, PickleOptions options)
      throws IOException {
    InputStream in = new BufferedInputStream(streams.in());
    NpyHeader header = NpyHeaderCodec.readAny(in, name.toString(), HeaderLimits.DEFAULT);
    NdView<?> view =
        header.dtype().hasObject()
            ? ObjectArrays.read(in, name.toString(), header, options)
            : NpyReader.after(header, in, name.toString()).read();
    return new NamedArray(name, () -> {}, () -> {}, view, header);
  }

  private static NamedArray objects(Path name, InputStream bytes, PickleOptions options)
      throws IOException {
    try (InputStream in = new BufferedInputStream(bytes)) {
      NpyHeader header = NpyHeaderCodec.readAny(in, name.toString(), HeaderLimits.DEFAULT);
      NdView<?> view = ObjectArrays.read(in, name.toString(), header, options);
      return new NamedArray(name, () -> {}, () -> {}, view, header);
    }
  }

  /// The header alone, also of an array of Python objects. Nothing is mapped.
  static NpyHeader header(Path name, Streams streams) throws IOException {
    if (StandardInput.is(name)) {
      return NpyHeaderCodec.readAny(streams.in(), name.toString(), HeaderLimits.DEFAULT);
    }
    int separator = separator(name);
    if (separator < 0) {
      return NpyFile.readHeader(name);
    }
    try (NpzFile archive = NpzFile.open(archive(name, separator))) {
      return archive.member(key(name, separator)).header();
    } catch (NoSuchElementException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Where the name of a member is parted from that of its archive, or -1. A file may have any
  /// name.
  private static int separator(Path name) {
    int separator = name.toString().indexOf(SEPARATOR);
    return separator > 0 && !Files.exists(name) ? separator : -1;
  }

  private static Path archive(Path name, int separator) {
    return Path.of(name.toString().substring(0, separator));
  }

  private static String key(Path name, int separator) {
    return name.toString().substring(separator + SEPARATOR.length());
  }

  static NamedArray open(Path name, OpenMode mode) throws IOException {
    int separator = separator(name);
    if (separator > 0) {
      return member(name, archive(name, separator), key(name, separator), mode);
    }
    if (isArchive(name) && mayHoldArrays(name)) {
      throw new IOException(name + ": an archive; name one of its members, " + choices(name));
    }
    // Of other zip archives, such as those of PyTorch, this says what they are.
    NpyFile npy = NpyFile.open(name, mode);
    return new NamedArray(name, npy::close, npy::force, npy.view(), npy.header());
  }

  private static NamedArray member(Path name, Path path, String key, OpenMode mode)
      throws IOException {
    NpzFile archive = NpzFile.open(path, mode);
    try {
      NpzMember member = archive.member(key);
      return new NamedArray(name, archive::close, archive::force, member.view(), member.header());
    } catch (NoSuchElementException e) {
      archive.close();
      throw new IOException(String.valueOf(e.getMessage()), e);
    } catch (Throwable e) {
      archive.close();
      throw e;
    }
  }

  /// Whether a file begins as archives do; NumPy decides by the same bytes.
  static boolean isArchive(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] magic = in.readNBytes(4);
      return magic.length == 4
          && magic[0] == 'P'
          && magic[1] == 'K'
          && ((magic[2] == 3 && magic[3] == 4) || (magic[2] == 5 && magic[3] == 6));
    }
  }

  /// Whether there is an array among the first members, or no member at all.
  private static boolean mayHoldArrays(Path file) throws IOException {
    try (NpzFile archive = NpzFile.open(file)) {
      List<NpzMember> members = archive.members();
      for (NpzMember member : members.subList(0, Math.min(MEMBERS_TRIED, members.size()))) {
        if (member.isArray()) {
          return true;
        }
      }
      return members.isEmpty();
    } catch (NpyFormatException e) {
      return true;
    }
  }

  private static String choices(Path file) throws IOException {
    try (NpzFile archive = NpzFile.open(file)) {
      return archive.keys().isEmpty()
          ? "of which there are none"
          : "such as " + file + SEPARATOR + archive.keys().getFirst();
    }
  }

  /// What it was called.
  Path name() {
    return name;
  }

  NdView<?> view() {
    return view;
  }

  NpyHeader header() {
    return header;
  }

  /// Forces stored items to the disk.
  void force() throws IOException {
    forcing.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
