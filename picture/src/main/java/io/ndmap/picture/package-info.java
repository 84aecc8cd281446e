/// Reduction of arrays of any size to the few cells of a picture.
@NullMarked
package io.ndmap.picture;

import org.jspecify.annotations.NullMarked;
