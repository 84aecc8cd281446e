/// Named tensors in `.safetensors` files, mapped in place and written.
module io.ndmap.safetensors {
  requires com.google.gson;
  requires static transitive org.jspecify;
  requires transitive io.ndmap.mmap;

  exports io.ndmap.safetensors;
}
