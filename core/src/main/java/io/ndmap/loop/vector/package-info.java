/// The table of operations for the Vector API: lambdas of vectors, and loops over native memory
/// that are defined anew for each operation and lane type. Loaded only where `jdk.incubator.vector`
/// is.
@NullMarked
package io.ndmap.loop.vector;

import org.jspecify.annotations.NullMarked;
