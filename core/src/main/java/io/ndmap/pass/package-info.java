@NullMarked
package io.ndmap.pass;

import org.jspecify.annotations.NullMarked;
