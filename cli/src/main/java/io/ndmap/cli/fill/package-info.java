/// `ndmap fill`: its commands, one class each, and the work of a worker.
@NullMarked
package io.ndmap.cli.fill;

import org.jspecify.annotations.NullMarked;
