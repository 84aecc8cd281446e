/// `ndmap fill`: its commands, one class each, and the worker.
@NullMarked
package io.ndmap.cli.fill;

import org.jspecify.annotations.NullMarked;
