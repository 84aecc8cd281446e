/// One array written and read by the ranks of an MPI program: ndmap compared with mpi4py and NumPy.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.benchmarks.mpi;

import org.jspecify.annotations.NullMarked;
