/// Deferred operations: expression trees, and the pass in which all operations of a tree are
/// computed.
@NullMarked
package io.ndmap.expression;

import org.jspecify.annotations.NullMarked;
