/// The command `ndmap view`.
@NullMarked
package io.ndmap.cli.view;

import org.jspecify.annotations.NullMarked;
