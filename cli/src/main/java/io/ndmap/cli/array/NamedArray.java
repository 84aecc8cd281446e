package io.ndmap.cli.array;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleLimits;
import io.ndmap.stream.NpyReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;

/// An open array of the command line: a `.npy` file, or a member of an archive.
public final class NamedArray implements AutoCloseable {

  /// Forces what was stored to the disk.
  private interface Forcing {
    void force() throws IOException;
  }

  private final ArrayName name;
  private final Closeable file;
  private final Forcing forcing;
  private final NdView<?> view;
  private final NpyHeader header;

  private NamedArray(
      ArrayName name, Closeable file, Forcing forcing, NdView<?> view, NpyHeader header) {
    this.name = name;
    this.file = file;
    this.forcing = forcing;
    this.view = view;
    this.header = header;
  }

  /// Opens it for reading.
  public static NamedArray open(ArrayName name, NpzOptions limits) throws IOException {
    return open(name, OpenMode.READ_ONLY, limits);
  }

  /// Opens it for reading; `-` is the next array of the standard input, which is read into memory.
  static NamedArray open(ArrayName name, Streams streams, NpzOptions limits) throws IOException {
    if (!StandardInput.is(name)) {
      return open(name, limits);
    }
    NpyReader reader = StandardInput.reader(streams, limits.members().limits());
    return new NamedArray(name, () -> {}, () -> {}, reader.read(), reader.header());
  }

  /// Opens it for reading; Python objects are read from their pickle.
  static NamedArray openWithObjects(ArrayName name, NpzOptions limits) throws IOException {
    try {
      return open(name, limits);
    } catch (ObjectArrayException e) {
      if (name.member().isEmpty()) {
        return objects(name, Files.newInputStream(name.file()), limits);
      }
      try (NpzFile archive = NpzFile.open(name.file(), OpenMode.READ_ONLY, limits)) {
        return objects(name, archive.member(name.member().get()).bytes(), limits);
      }
    }
  }

  private static NamedArray objects(ArrayName name, InputStream raw, NpzOptions limits)
      throws IOException {
    try (InputStream bytes = new BufferedInputStream(raw)) {
      NpyHeader header = NpyHeaderCodec.readAny(bytes, name.toString(), limits.members().limits());
      NdView<?> view = ObjectArrays.read(bytes, name.toString(), header, PickleLimits.DEFAULT);
      return new NamedArray(name, () -> {}, () -> {}, view, header);
    }
  }

  static NamedArray open(ArrayName name, OpenMode mode, NpzOptions limits) throws IOException {
    if (name.member().isPresent()) {
      return member(name, name.member().get(), mode, limits);
    }
    Path path = name.file();
    if (NpzFile.isArchive(path)) {
      throw new IOException(
          path + ": an archive; name one of its members, " + choices(path, limits));
    }
    NpyFile npy = NpyFile.open(path, mode, limits.members());
    return new NamedArray(name, npy::close, npy::force, npy.view(), npy.header());
  }

  private static NamedArray member(ArrayName name, String key, OpenMode mode, NpzOptions limits)
      throws IOException {
    NpzFile archive = NpzFile.open(name.file(), mode, limits);
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

  private static String choices(Path file, NpzOptions limits) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits)) {
      return archive.keys().isEmpty()
          ? "of which there are none"
          : "such as " + ArrayName.of(file, archive.keys().getFirst());
    }
  }

  /// What it was called.
  ArrayName name() {
    return name;
  }

  /// Its items.
  public NdView<?> view() {
    return view;
  }

  /// Its header.
  public NpyHeader header() {
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
