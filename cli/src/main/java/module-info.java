/// The `ndmap` command.
module io.ndmap.cli {
  requires com.google.gson;
  requires info.picocli;
  requires io.ndmap.format;
  requires io.ndmap.mmap;
  requires io.ndmap.mpi;
  requires io.ndmap.picture;
  requires io.ndmap.safetensors;
  requires io.ndmap.serve;
  // Optional for io.ndmap.mmap, which needs this module to read archives.
  requires org.apache.commons.compress;
  requires org.apache.commons.csv;
  requires static org.jspecify;
  requires org.tukaani.xz;

  // picocli sets the fields of options by reflection.
  opens io.ndmap.cli to
      info.picocli;
  opens io.ndmap.cli.argument to
      info.picocli;
  opens io.ndmap.cli.array to
      info.picocli;
  opens io.ndmap.cli.csv to
      info.picocli;
  opens io.ndmap.cli.demo to
      info.picocli;
  opens io.ndmap.cli.fill to
      info.picocli;
  opens io.ndmap.cli.mpi to
      info.picocli;
  opens io.ndmap.cli.npz to
      info.picocli;
  opens io.ndmap.cli.run to
      info.picocli;
  opens io.ndmap.cli.serve to
      info.picocli;
  opens io.ndmap.cli.view to
      info.picocli;
}
