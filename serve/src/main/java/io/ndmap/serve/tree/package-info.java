/// The served files: directories, archives and the arrays in them, opened per request.
@NullMarked
package io.ndmap.serve.tree;

import org.jspecify.annotations.NullMarked;
