/// Computes item by item, tile by tile: loops over dense items that belong to no arena, and the
/// pass that brings items there.
@NullMarked
package io.ndmap.elementwise;

import org.jspecify.annotations.NullMarked;
