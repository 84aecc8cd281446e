/// The only package that links libmpi: one [io.ndmap.mpi.library.MpiLibrary] over two flavours of
/// its binary interface.
///
/// Nothing in this package accepts or returns `null` unless it is marked `@Nullable`.
@NullMarked
package io.ndmap.mpi.library;

import org.jspecify.annotations.NullMarked;
