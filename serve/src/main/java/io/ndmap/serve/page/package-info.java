/// The web page of the viewer, with its style sheet and scripts.
@NullMarked
package io.ndmap.serve.page;

import org.jspecify.annotations.NullMarked;
