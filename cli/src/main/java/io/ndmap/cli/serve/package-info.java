/// The command `ndmap serve`.
@NullMarked
package io.ndmap.cli.serve;

import org.jspecify.annotations.NullMarked;
