/// `ndmap fill`: its commands, one class per command, and the worker.
@NullMarked
package io.ndmap.cli.fill;

import org.jspecify.annotations.NullMarked;
