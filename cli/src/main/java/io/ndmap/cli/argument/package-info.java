/// What arguments and options mean: indices, axes, sizes, and the options that several commands
/// have.
@NullMarked
package io.ndmap.cli.argument;

import org.jspecify.annotations.NullMarked;
