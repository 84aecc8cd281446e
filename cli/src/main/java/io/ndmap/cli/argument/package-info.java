/// Arguments and options: indices, axes, sizes, and the options that several commands share.
@NullMarked
package io.ndmap.cli.argument;

import org.jspecify.annotations.NullMarked;
