/// Statistics of the cells of a plane, in one pass.
@NullMarked
package io.ndmap.cells;

import org.jspecify.annotations.NullMarked;
