/// What all races share: contenders in processes of their own, what they answer, what time counts,
/// the machine, and what a JVM has done before.
@NullMarked
package io.ndmap.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
