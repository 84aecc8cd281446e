/// The output of commands: text that is safe on a terminal, JSON, quantities, and the progress bar.
@NullMarked
package io.ndmap.cli.output;

import org.jspecify.annotations.NullMarked;
