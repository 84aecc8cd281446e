/// Elements and dtypes in JSON, for the command and the server.
@NullMarked
package io.ndmap.format.json;

import org.jspecify.annotations.NullMarked;
