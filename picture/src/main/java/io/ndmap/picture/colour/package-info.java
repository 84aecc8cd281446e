/// Colours of values: colour maps, contrast, and pixels with their PNG encoding.
@NullMarked
package io.ndmap.picture.colour;

import org.jspecify.annotations.NullMarked;
