/// Arrays in files: `.npy` files and members of `.npz` archives created, mapped and viewed in
/// place, by one process or several.
@SuppressWarnings("module") // the qualified exports name modules that are built later
module io.ndmap.mmap {
  requires static transitive org.jspecify;
  requires transitive io.ndmap.core;
  requires static jdk.jfr;
  requires jdk.management;
  // Optional: only for archive members compressed by bzip2 or LZMA.
  requires static org.apache.commons.compress;
  requires static org.tukaani.xz;

  exports io.ndmap.fill;
  exports io.ndmap.fill.model;
  exports io.ndmap.grow;
  exports io.ndmap.mmap;
  exports io.ndmap.npz;
  exports io.ndmap.file to
      io.ndmap.cli,
      io.ndmap.mpi,
      io.ndmap.safetensors;
  exports io.ndmap.posix to
      io.ndmap.cli,
      io.ndmap.mpi,
      io.ndmap.safetensors,
      io.ndmap.serve;

  provides io.ndmap.memory.NativeMemory with
      io.ndmap.pages.HugePageMemory;
}
