@NullMarked
package io.ndmap.distribution;

import org.jspecify.annotations.NullMarked;
