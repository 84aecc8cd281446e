/// Events for Java Flight Recorder: bulk operations, faults of mapped memory, late accesses.
@NullMarked
package io.ndmap.event;

import org.jspecify.annotations.NullMarked;
