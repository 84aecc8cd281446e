/// The requests about arrays: headers, elements, statistics, pictures.
@NullMarked
package io.ndmap.serve.api;

import org.jspecify.annotations.NullMarked;
