/// Statistics of the cells of a plane, in one pass. Not exported.
@NullMarked
package io.ndmap.cells;

import org.jspecify.annotations.NullMarked;
