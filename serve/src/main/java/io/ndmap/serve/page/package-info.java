/// The page in which arrays are looked at, and what it loads.
@NullMarked
package io.ndmap.serve.page;

import org.jspecify.annotations.NullMarked;
