/// Events for Java Flight Recorder: what is done to files. All are reached by [FileRecording].
@NullMarked
package io.ndmap.mmap.event;

import org.jspecify.annotations.NullMarked;
