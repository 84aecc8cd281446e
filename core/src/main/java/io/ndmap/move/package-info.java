/// Loops that copy and convert runs of elements in unscoped memory (see
/// [io.ndmap.memory.Unscoped]). Elements in heap or arena-scoped memory are copied by loops of
/// their own; to be converted, they are gathered into unscoped memory, and the results are
/// scattered from there.
@NullMarked
package io.ndmap.move;

import org.jspecify.annotations.NullMarked;
