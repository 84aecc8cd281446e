/// Arrays as comma-separated values (RFC 4180), written and read in bounded memory.
@NullMarked
package io.ndmap.cli.csv;

import org.jspecify.annotations.NullMarked;
