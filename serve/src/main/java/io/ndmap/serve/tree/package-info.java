/// What is served: directories, archives and the arrays in them, opened a request at a time.
@NullMarked
package io.ndmap.serve.tree;

import org.jspecify.annotations.NullMarked;
