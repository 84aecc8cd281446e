/// The commands of `ndmap mpi`.
@NullMarked
package io.ndmap.cli.mpi;

import org.jspecify.annotations.NullMarked;
