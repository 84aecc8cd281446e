/// Items and dtypes as JSON, as the command prints them and the server sends them.
@NullMarked
package io.ndmap.format.json;

import org.jspecify.annotations.NullMarked;
