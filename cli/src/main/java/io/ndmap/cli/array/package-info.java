/// The commands for arrays, from `info` to `digest`, one class per command.
@NullMarked
package io.ndmap.cli.array;

import org.jspecify.annotations.NullMarked;
