/// The table of operations for the Vector API: lambdas on vectors, and loops over native memory
/// with a hidden copy for each operation and compute type; also products and sorts of Java arrays.
/// Loaded only if `jdk.incubator.vector` is present.
@NullMarked
package io.ndmap.loop.vector;

import org.jspecify.annotations.NullMarked;
