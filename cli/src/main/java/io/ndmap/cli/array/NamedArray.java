package io.ndmap.cli.array;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.StandardInput;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleOptions;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.stream.NpyReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/// An open array that an argument names: a `.npy` file, a member of an archive, or a tensor.
public final class NamedArray implements AutoCloseable {

  /// Forces stored elements to disk.
  private interface Forcing {
    void force() throws IOException;
  }

  /// The maximum number of members that are examined to find an array.
  private static final int MEMBERS_TRIED = 100;

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

  /// Opens an array for reading.
  public static NamedArray open(ArrayName name, NpzOptions limits) throws IOException {
    return open(name, OpenMode.READ_ONLY, limits);
  }

  /// Opens an array for reading; `-` reads the next array of the standard input into memory.
  static NamedArray open(ArrayName name, Streams streams, NpzOptions limits) throws IOException {
    if (!StandardInput.is(name)) {
      return open(name, limits);
    }
    NpyReader reader = StandardInput.reader(streams, limits.members().limits());
    return new NamedArray(name, () -> {}, () -> {}, reader.read(), reader.header());
  }

  /// Opens an array for reading, as [#open(ArrayName, Streams, NpzOptions)]; Python objects are
  /// read from the pickle in the file into memory.
  ///
  /// @param options the limits of pickles
  static NamedArray openWithObjects(
      ArrayName name, Streams streams, PickleOptions options, NpzOptions limits)
      throws IOException {
    if (StandardInput.is(name)) {
      return next(name, streams, options, limits);
    }
    try {
      return open(name, limits);
    } catch (ObjectArrayException e) {
      if (name.member().isEmpty()) {
        return objects(name, Files.newInputStream(name.file()), options, limits);
      }
      try (NpzFile archive = NpzFile.open(name.file(), OpenMode.READ_ONLY, limits)) {
        return objects(name, archive.member(name.member().get()).bytes(), options, limits);
      }
    }
  }

  /// Reads the next array of the standard input. The input is buffered because a pickle is read
  /// byte by byte, so bytes after the array may be consumed too.
  private static NamedArray next(
      ArrayName name, Streams streams, PickleOptions options, NpzOptions limits)
      throws IOException {
    InputStream in = new BufferedInputStream(streams.in());
    NpyHeader header = NpyHeaderCodec.readAny(in, name.toString(), limits.members().limits());
    NdView<?> view =
        header.dtype().hasObject()
            ? ObjectArrays.read(in, name.toString(), header, options)
            : NpyReader.after(header, in, name.toString()).read();
    return new NamedArray(name, () -> {}, () -> {}, view, header);
  }

  private static NamedArray objects(
      ArrayName name, InputStream bytes, PickleOptions options, NpzOptions limits)
      throws IOException {
    try (InputStream in = new BufferedInputStream(bytes)) {
      NpyHeader header = NpyHeaderCodec.readAny(in, name.toString(), limits.members().limits());
      NdView<?> view = ObjectArrays.read(in, name.toString(), header, options);
      return new NamedArray(name, () -> {}, () -> {}, view, header);
    }
  }

  /// Returns only the header, also for an array of Python objects. Maps nothing.
  static NpyHeader header(ArrayName name, Streams streams, NpzOptions limits) throws IOException {
    if (StandardInput.is(name)) {
      return NpyHeaderCodec.readAny(streams.in(), name.toString(), limits.members().limits());
    }
    if (name.member().isEmpty()) {
      return NpyFile.readHeader(name.file(), limits.members().limits());
    }
    if (SafetensorsFile.isSafetensors(name.file())) {
      try (SafetensorsFile file = safetensors(name, OpenMode.READ_ONLY, limits)) {
        return file.header(name.member().get());
      } catch (NoSuchElementException e) {
        throw new IOException(String.valueOf(e.getMessage()), e);
      }
    }
    try (NpzFile archive = NpzFile.open(name.file(), OpenMode.READ_ONLY, limits)) {
      return archive.member(name.member().get()).header();
    } catch (NoSuchElementException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  static NamedArray open(ArrayName name, OpenMode mode, NpzOptions limits) throws IOException {
    if (name.member().isPresent()) {
      String key = name.member().get();
      return SafetensorsFile.isSafetensors(name.file())
          ? tensor(name, key, mode, limits)
          : member(name, key, mode, limits);
    }
    Path path = name.file();
    if (NpzFile.isArchive(path) && mayHoldArrays(path, limits)) {
      throw new IOException(
          path + ": an archive; name one of its members, " + choices(path, limits));
    }
    // This call names the format of other ZIP archives, such as PyTorch's, in its exception.
    NpyFile npy = NpyFile.open(path, mode, limits.members());
    return new NamedArray(name, npy::close, npy::force, npy.view(), npy.header());
  }

  private static SafetensorsFile safetensors(ArrayName name, OpenMode mode, NpzOptions limits)
      throws IOException {
    return SafetensorsFile.open(name.file(), mode, limits.members());
  }

  private static NamedArray tensor(ArrayName name, String key, OpenMode mode, NpzOptions limits)
      throws IOException {
    SafetensorsFile file = safetensors(name, mode, limits);
    try {
      return new NamedArray(name, file::close, file::force, file.view(key), file.header(key));
    } catch (NoSuchElementException e) {
      file.close();
      throw new IOException(String.valueOf(e.getMessage()), e);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
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

  /// Whether one of the first members is an array, or the archive is empty or malformed.
  private static boolean mayHoldArrays(Path file, NpzOptions limits) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits)) {
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

  private static String choices(Path file, NpzOptions limits) throws IOException {
    try (NpzFile archive = NpzFile.open(file, OpenMode.READ_ONLY, limits)) {
      return archive.keys().isEmpty()
          ? "of which there are none"
          : "such as " + ArrayName.of(file, archive.keys().getFirst());
    }
  }

  /// The name of the array.
  ArrayName name() {
    return name;
  }

  /// The elements of the array.
  public NdView<?> view() {
    return view;
  }

  /// The header of the array.
  public NpyHeader header() {
    return header;
  }

  /// Forces stored elements to disk.
  void force() throws IOException {
    forcing.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
