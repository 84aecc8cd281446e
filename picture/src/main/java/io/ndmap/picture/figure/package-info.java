/// Figures with axes, as PNG and SVG: heat maps, lines, histograms and images.
@NullMarked
package io.ndmap.picture.figure;

import org.jspecify.annotations.NullMarked;
