/// Arrays as CSV, as the command writes them and the server sends them.
@NullMarked
package io.ndmap.format.csv;

import org.jspecify.annotations.NullMarked;
