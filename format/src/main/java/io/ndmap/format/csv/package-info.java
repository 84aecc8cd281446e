/// Arrays as CSV, for the command and the server.
@NullMarked
package io.ndmap.format.csv;

import org.jspecify.annotations.NullMarked;
