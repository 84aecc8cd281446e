/// [io.ndmap.mmap.Diagnostics] as meters of Micrometer.
@NullMarked
package io.ndmap.micrometer;

import org.jspecify.annotations.NullMarked;
