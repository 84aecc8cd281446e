/// An HTTP server for arrays in files: a page to view them, an API, and a Zarr store for other
/// viewers.
module io.ndmap.serve {
  requires com.google.gson;
  requires static transitive org.jspecify;
  requires io.ndmap.format;
  requires transitive io.ndmap.mmap;
  requires io.ndmap.picture;
  requires io.ndmap.safetensors;
  requires org.eclipse.jetty.server;

  exports io.ndmap.serve;
}
