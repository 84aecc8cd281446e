/// The only package that links libmpi: [io.ndmap.mpi.library.MpiLibrary] supports two binary
/// interfaces, Open MPI's and MPICH's.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.mpi.library;

import org.jspecify.annotations.NullMarked;
