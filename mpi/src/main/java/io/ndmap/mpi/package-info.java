/// Arrays of MPI programs: one `.npy` file that all ranks write and read together, and a
/// communicator for typed views.
///
/// The module links the MPI library of the system (`libmpi`, Open MPI or MPICH) when it is first
/// used, and needs native access: `--enable-native-access=io.ndmap.mpi,io.ndmap.mmap`.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.mpi;

import org.jspecify.annotations.NullMarked;
