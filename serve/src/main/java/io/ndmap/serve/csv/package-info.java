/// Arrays as CSV, as the command writes them too.
@NullMarked
package io.ndmap.serve.csv;

import org.jspecify.annotations.NullMarked;
