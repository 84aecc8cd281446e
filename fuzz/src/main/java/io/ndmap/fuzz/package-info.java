/// Fuzz targets, and the program that runs a fuzzer on them. For every input, ndmap must return the
/// same value as NumPy or throw one of its own exceptions, within limits of time and memory.
@NullMarked
package io.ndmap.fuzz;

import org.jspecify.annotations.NullMarked;
