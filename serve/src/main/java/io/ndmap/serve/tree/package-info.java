/// The served files: directories, archives and the arrays in them, opened a request at a time.
@NullMarked
package io.ndmap.serve.tree;

import org.jspecify.annotations.NullMarked;
