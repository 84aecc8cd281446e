/// `ndmap mpi`, one class a command.
@NullMarked
package io.ndmap.cli.mpi;

import org.jspecify.annotations.NullMarked;
