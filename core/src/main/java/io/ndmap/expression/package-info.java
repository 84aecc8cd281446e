/// Operations that wait for one another: trees of them, and the one pass in which all are computed.
@NullMarked
package io.ndmap.expression;

import org.jspecify.annotations.NullMarked;
