/// What every input must get: a value, the same as NumPy's, or a typed error; within bounds of time
/// and memory.
@NullMarked
package io.ndmap.fuzz;

import org.jspecify.annotations.NullMarked;
