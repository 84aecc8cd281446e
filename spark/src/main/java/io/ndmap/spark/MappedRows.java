package io.ndmap.spark;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npz.NpzFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/// Rows of an array in a file that this machine can map: a `.npy` file or a member of an archive.
final class MappedRows implements RowSource {

  private final Path path;
  private final String name;
  private final NdView<?> rows;
  private final Closeable file;

  private MappedRows(Path path, String name, NdView<?> array, int axis, Closeable file) {
    this.path = path;
    this.name = name;
    this.rows = ArrayRows.first(array, axis);
    this.file = file;
  }

  static MappedRows open(Path path, int axis) throws IOException {
    NpyFile file = NpyFile.open(path);
    try {
      int rowAxis = ArrayRows.of(file.header(), axis, path.toString()).axis();
      return new MappedRows(path, path.toString(), file.view(), rowAxis, file::close);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  static MappedRows open(Path path, String member, int axis) throws IOException {
    NpzFile archive = NpzFile.open(path);
    try {
      String name = path + "::" + member;
      int rowAxis = ArrayRows.of(archive.member(member).header(), axis, name).axis();
      return new MappedRows(path, name, archive.view(member), rowAxis, archive::close);
    } catch (Throwable e) {
      archive.close();
      throw e;
    }
  }

  @Override
  public NdView<?> noRows() {
    return rows.slice(0, 0, 0);
  }

  @Override
  public long size() {
    return rows.size(0);
  }

  @Override
  public NdView<?> rows(long start, long end, long last) {
    return rows.slice(0, start, end);
  }

  @Override
  public boolean isPrivate() {
    return false;
  }

  @Override
  public FileVersion version() throws IOException {
    return FileVersion.of(path);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
