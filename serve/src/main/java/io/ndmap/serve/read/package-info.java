/// How mapped files are read for requests.
@NullMarked
package io.ndmap.serve.read;

import org.jspecify.annotations.NullMarked;
