/// Items and dtypes as JSON, as the command prints them too.
@NullMarked
package io.ndmap.serve.json;

import org.jspecify.annotations.NullMarked;
