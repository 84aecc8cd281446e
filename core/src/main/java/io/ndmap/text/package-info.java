@NullMarked
package io.ndmap.text;

import org.jspecify.annotations.NullMarked;
