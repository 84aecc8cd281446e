/// Loops that copy and convert runs of elements in unscoped memory; elements of heap or
/// arena-scoped memory are gathered from it and scattered to it.
@NullMarked
package io.ndmap.move;

import org.jspecify.annotations.NullMarked;
