package io.ndmap.format.container;

import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.NpyFile;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.safetensors.SafetensorsTensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/// A `.safetensors` file.
///
/// @param file the file, which is closed with the container
public record TensorContainer(SafetensorsFile file) implements ArrayContainer {

  @Override
  public List<Item> members() {
    return file.tensors().stream().map(tensor -> new Item(file, tensor)).toList();
  }

  @Override
  public Item member(String name) {
    return new Item(file, file.tensor(name));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// A tensor of the file.
  public record Item(SafetensorsFile file, SafetensorsTensor tensor) implements Member {

    @Override
    public String name() {
      return tensor.name();
    }

    @Override
    public String key() {
      return tensor.name();
    }

    @Override
    public Kind kind() {
      return tensor.dtype().isPresent() ? Kind.ARRAY : Kind.UNSUPPORTED;
    }

    @Override
    public String type() {
      return tensor.type() + " " + tensor.shape();
    }

    @Override
    public NpyHeader header() {
      return file.header(tensor.name());
    }

    @Override
    public NdView<?> view() throws IOException {
      return file.view(tensor.name());
    }

    @Override
    public long size() {
      return tensor.size();
    }

    @Override
    public InputStream bytes() throws IOException {
      return file.bytes(tensor.name());
    }

    @Override
    public void extract(Path target, boolean replacing) throws IOException {
      CreateOptions options = CreateOptions.DEFAULT;
      NpyFile.write(target, view(), replacing ? options.withReplacing() : options);
    }

    @Override
    public long inflatedBytes() {
      return 0;
    }
  }
}
