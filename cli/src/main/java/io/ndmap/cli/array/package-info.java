/// The commands for arrays, from `info` to `digest`: one class each.
@NullMarked
package io.ndmap.cli.array;

import org.jspecify.annotations.NullMarked;
