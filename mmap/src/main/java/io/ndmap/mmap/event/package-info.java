/// Events of files for Java Flight Recorder, all begun by [FileRecording].
@NullMarked
package io.ndmap.mmap.event;

import org.jspecify.annotations.NullMarked;
