/// An HTTP server for arrays in files.
@NullMarked
package io.ndmap.serve;

import org.jspecify.annotations.NullMarked;
