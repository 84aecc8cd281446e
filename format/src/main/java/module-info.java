/// Elements in JSON and CSV, and files with named arrays, shared by the command and the server.
@SuppressWarnings("module") // the qualified exports name modules that are built later
module io.ndmap.format {
  requires transitive com.google.gson;
  requires static transitive org.jspecify;
  requires transitive io.ndmap.mmap;
  requires transitive io.ndmap.safetensors;

  exports io.ndmap.format.container to
      io.ndmap.cli,
      io.ndmap.serve;
  exports io.ndmap.format.csv to
      io.ndmap.cli,
      io.ndmap.serve;
  exports io.ndmap.format.json to
      io.ndmap.cli,
      io.ndmap.serve;
}
