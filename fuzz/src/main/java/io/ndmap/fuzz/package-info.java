/// Fuzz targets. Every input yields NumPy's value or a typed error, within bounds of time and
/// memory.
@NullMarked
package io.ndmap.fuzz;

import org.jspecify.annotations.NullMarked;
