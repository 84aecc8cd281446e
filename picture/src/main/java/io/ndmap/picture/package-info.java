/// Pictures of arrays.
@NullMarked
package io.ndmap.picture;

import org.jspecify.annotations.NullMarked;
