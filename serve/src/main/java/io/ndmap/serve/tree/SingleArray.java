package io.ndmap.serve.tree;

import io.ndmap.format.container.ArrayContainer;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.util.List;
import java.util.NoSuchElementException;

/// A `.npy` file as a container of one array, without named members.
record SingleArray(NpyFile file) implements ArrayContainer, ArrayContainer.Array {

  @Override
  public List<Member> members() {
    return List.of();
  }

  @Override
  public Member member(String name) {
    throw new NoSuchElementException("the file is an array and has no members");
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
