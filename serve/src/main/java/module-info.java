/// Arrays in files over HTTP: a page to look at them, an API, and Zarr for other viewers.
@SuppressWarnings("module") // the qualified export names a module that is built later
module io.ndmap.serve {
  requires com.google.gson;
  requires static transitive org.jspecify;
  requires transitive io.ndmap.mmap;
  requires io.ndmap.picture;
  requires org.eclipse.jetty.server;

  exports io.ndmap.serve;
  exports io.ndmap.serve.csv to
      io.ndmap.cli;
  exports io.ndmap.serve.json to
      io.ndmap.cli;
}
