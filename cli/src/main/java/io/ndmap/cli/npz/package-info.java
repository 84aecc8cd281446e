/// `ndmap npz`, one class a command.
@NullMarked
package io.ndmap.cli.npz;

import org.jspecify.annotations.NullMarked;
