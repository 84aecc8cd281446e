/// Meters of Micrometer for [io.ndmap.mmap.Diagnostics].
@NullMarked
package io.ndmap.micrometer;

import org.jspecify.annotations.NullMarked;
