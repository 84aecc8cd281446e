/// Colours of values: colour maps, contrast, and pixels with their PNG.
@NullMarked
package io.ndmap.picture.colour;

import org.jspecify.annotations.NullMarked;
