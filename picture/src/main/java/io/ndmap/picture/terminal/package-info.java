/// Figures in a terminal: by its graphics protocol, in blocks of colour, or in characters.
@NullMarked
package io.ndmap.picture.terminal;

import org.jspecify.annotations.NullMarked;
