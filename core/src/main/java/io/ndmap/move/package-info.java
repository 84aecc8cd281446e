/// Loops that move and convert runs of items; but for the first step from a Java array or a
/// caller's arena, and the last step back, they see memory that belongs to no arena.
@NullMarked
package io.ndmap.move;

import org.jspecify.annotations.NullMarked;
