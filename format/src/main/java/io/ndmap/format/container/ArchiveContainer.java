package io.ndmap.format.container;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/// A `.npz` archive.
///
/// @param file the archive, which is closed with the container
public record ArchiveContainer(NpzFile file) implements ArrayContainer {

  @Override
  public List<Item> members() {
    return file.members().stream().map(Item::new).toList();
  }

  @Override
  public Item member(String name) {
    return new Item(file.member(name));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// A member of the archive.
  public record Item(NpzMember member) implements Member {

    @Override
    public String name() {
      return member.name();
    }

    @Override
    public String key() {
      return member.key();
    }

    @Override
    public Kind kind() throws IOException {
      return member.isArray() ? Kind.ARRAY : Kind.FILE;
    }

    @Override
    public String type() {
      return "";
    }

    @Override
    public NpyHeader header() throws IOException {
      return member.header();
    }

    @Override
    public NdView<?> view() throws IOException {
      return member.view();
    }

    @Override
    public long size() {
      return member.size();
    }

    @Override
    public InputStream bytes() throws IOException {
      return member.bytes();
    }

    @Override
    public void extract(Path target, boolean replacing) throws IOException {
      member.extract(target, replacing);
    }

    @Override
    public long inflatedBytes() {
      return member.isStored() ? 0 : member.size();
    }
  }
}
