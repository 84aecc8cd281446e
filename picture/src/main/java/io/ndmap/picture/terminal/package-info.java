/// Figures in a terminal: by its graphics protocol, as coloured blocks, or as characters.
@NullMarked
package io.ndmap.picture.terminal;

import org.jspecify.annotations.NullMarked;
