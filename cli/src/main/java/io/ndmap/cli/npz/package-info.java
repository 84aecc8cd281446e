/// The commands of `ndmap npz`.
@NullMarked
package io.ndmap.cli.npz;

import org.jspecify.annotations.NullMarked;
