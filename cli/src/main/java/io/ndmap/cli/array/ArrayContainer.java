package io.ndmap.cli.array;

import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.safetensors.SafetensorsTensor;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An open file of named arrays: an archive or a `.safetensors` file.
interface ArrayContainer extends Closeable {

  /// The kinds of member.
  enum Kind {
    /// An array.
    ARRAY,
    /// A tensor of a type that ndmap does not support.
    UNSUPPORTED,
    /// A file in an archive that is not an array.
    FILE
  }

  /// Whether a name is that of a whole container.
  static boolean is(ArrayName name) throws IOException {
    return name.member().isEmpty()
        && (NpzFile.isArchive(name.file()) || SafetensorsFile.isSafetensors(name.file()));
  }

  /// Opens a container for reading.
  ///
  /// @param pickles the options for arrays of Python objects in archives
  static ArrayContainer open(Path file, PickleArguments pickles, NpzOptions limits)
      throws IOException {
    return SafetensorsFile.isSafetensors(file)
        ? new Tensors(SafetensorsFile.open(file, OpenMode.READ_ONLY, limits.members()))
        : new Archive(NpzFile.open(file, OpenMode.READ_ONLY, limits), pickles);
  }

  /// The names of all members, those of an archive with `.npy`.
  List<String> names();

  /// The names of all members, those of an archive as NumPy lists them.
  List<String> keys();

  /// The kind of a member.
  Kind kind(String name) throws IOException;

  /// The type and shape of a tensor in the terms of its format; empty in archives.
  String type(String name);

  /// The header of a member that is an array.
  NpyHeader header(String name) throws IOException;

  /// The elements of a member that is an array.
  NdView<?> view(String name) throws IOException;

  /// The size of a member in bytes.
  long size(String name);

  /// A stream that begins with the bytes of a member, and may not end with them.
  InputStream bytes(String name) throws IOException;

  /// The bytes of memory that a member takes until the container is closed.
  long heldBytes(String name);

  /// An archive.
  record Archive(NpzFile archive, PickleArguments pickles) implements ArrayContainer {

    @Override
    public List<String> names() {
      return archive.members().stream().map(NpzMember::name).toList();
    }

    @Override
    public List<String> keys() {
      return archive.keys();
    }

    @Override
    public Kind kind(String name) throws IOException {
      return archive.member(name).isArray() ? Kind.ARRAY : Kind.FILE;
    }

    @Override
    public String type(String name) {
      return "";
    }

    @Override
    public NpyHeader header(String name) throws IOException {
      return archive.member(name).header();
    }

    @Override
    public NdView<?> view(String name) throws IOException {
      return pickles.view(archive.path() + "::" + name, archive.member(name));
    }

    @Override
    public long size(String name) {
      return archive.member(name).size();
    }

    @Override
    public InputStream bytes(String name) throws IOException {
      return archive.member(name).bytes();
    }

    @Override
    public long heldBytes(String name) {
      NpzMember member = archive.member(name);
      return member.isStored() ? 0 : member.size();
    }

    @Override
    public void close() throws IOException {
      archive.close();
    }
  }

  /// A `.safetensors` file.
  record Tensors(SafetensorsFile file) implements ArrayContainer {

    @Override
    public List<String> names() {
      return file.names();
    }

    @Override
    public List<String> keys() {
      return file.names();
    }

    @Override
    public Kind kind(String name) {
      return file.tensor(name).dtype().isPresent() ? Kind.ARRAY : Kind.UNSUPPORTED;
    }

    @Override
    public String type(String name) {
      SafetensorsTensor tensor = file.tensor(name);
      return tensor.type() + " " + tensor.shape();
    }

    @Override
    public NpyHeader header(String name) {
      return file.header(name);
    }

    @Override
    public NdView<?> view(String name) throws IOException {
      return file.view(name);
    }

    @Override
    public long size(String name) {
      return file.tensor(name).size();
    }

    @Override
    public InputStream bytes(String name) throws IOException {
      InputStream in = Files.newInputStream(file.path());
      try {
        in.skipNBytes(file.tensor(name).offset());
      } catch (Throwable e) {
        in.close();
        throw e;
      }
      return in;
    }

    @Override
    public long heldBytes(String name) {
      return 0;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
