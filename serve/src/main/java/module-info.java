/// Arrays in files over HTTP: a page to look at them, an API, and Zarr for other viewers.
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
