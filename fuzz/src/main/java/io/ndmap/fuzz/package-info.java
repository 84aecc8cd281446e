/// Fuzz targets, and the program that runs a fuzzer on them. For every input, ndmap must return a
/// value or throw one of the exceptions that it documents, within limits of time and memory. Most
/// targets also compare the value with NumPy's.
@NullMarked
package io.ndmap.fuzz;

import org.jspecify.annotations.NullMarked;
