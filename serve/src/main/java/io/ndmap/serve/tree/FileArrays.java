package io.ndmap.serve.tree;

import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;

/// The arrays of an open file: one, or members by name.
interface FileArrays extends AutoCloseable {

  /// An array of a file, opened when it is asked for its elements.
  interface Member {

    /// Its name in the file; empty for the only array of a file.
    String key();

    /// Its header, as [NpyHeader] describes it.
    NpyHeader header() throws IOException;

    /// Its elements, until the file is closed.
    NdView<?> view() throws IOException;

    /// The bytes of memory that [#view] takes at its first call; 0 if elements are mapped in place.
    long inflatedBytes();
  }

  /// The members.
  ///
  /// @return none for a file that is an array
  List<? extends Member> members();

  /// A member.
  ///
  /// @throws NoSuchElementException if there is none of the name
  Member member(String key);

  @Override
  void close() throws IOException;

  /// A `.npy` file.
  record Single(NpyFile file) implements FileArrays, Member {

    @Override
    public List<Member> members() {
      return List.of();
    }

    @Override
    public Member member(String key) {
      throw new NoSuchElementException("the file is no archive");
    }

    @Override
    public String key() {
      return "";
    }

    @Override
    public NpyHeader header() {
      return file.header();
    }

    @Override
    public NdView<?> view() {
      return file.view();
    }

    @Override
    public long inflatedBytes() {
      return 0;
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /// A `.npz` archive.
  record Archive(NpzFile file) implements FileArrays {

    @Override
    public List<Item> members() {
      return file.members().stream().map(Item::new).toList();
    }

    @Override
    public Item member(String key) {
      return new Item(file.member(key));
    }

    @Override
    public void close() throws IOException {
      file.close();
    }

    record Item(NpzMember member) implements Member {

      @Override
      public String key() {
        return member.key();
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
      public long inflatedBytes() {
        return member.isStored() ? 0 : member.size();
      }
    }
  }

  /// A `.safetensors` file.
  record Tensors(SafetensorsFile file) implements FileArrays {

    @Override
    public List<Tensor> members() {
      return file.names().stream().map(name -> new Tensor(file, name)).toList();
    }

    @Override
    public Tensor member(String key) {
      return new Tensor(file, file.tensor(key).name());
    }

    @Override
    public void close() throws IOException {
      file.close();
    }

    record Tensor(SafetensorsFile file, String key) implements Member {

      @Override
      public NpyHeader header() throws IOException {
        return file.header(key);
      }

      @Override
      public NdView<?> view() throws IOException {
        return file.view(key);
      }

      @Override
      public long inflatedBytes() {
        return 0;
      }
    }
  }
}
