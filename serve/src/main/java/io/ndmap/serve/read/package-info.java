/// Reads of mapped files for requests.
@NullMarked
package io.ndmap.serve.read;

import org.jspecify.annotations.NullMarked;
