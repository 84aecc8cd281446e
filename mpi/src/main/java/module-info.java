/// One `.npy` file written and read by all ranks of an MPI program.
module io.ndmap.mpi {
  requires static transitive org.jspecify;
  requires transitive io.ndmap.mmap;
  requires java.logging;

  exports io.ndmap.mpi;
}
