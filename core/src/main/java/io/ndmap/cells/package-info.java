/// Statistics of the cells of a plane, in one pass. A plane is an array of rank 2; cells are
/// rectangles of neighbouring elements. Not exported.
@NullMarked
package io.ndmap.cells;

import org.jspecify.annotations.NullMarked;
