/// Files with named arrays, for the command and the server.
@NullMarked
package io.ndmap.format.container;

import org.jspecify.annotations.NullMarked;
