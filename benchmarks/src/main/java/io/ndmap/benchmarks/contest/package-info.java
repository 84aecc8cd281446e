/// Shared by all races: contenders in processes of their own, their answers, clocks, the machine,
/// and what a JVM has done before.
@NullMarked
package io.ndmap.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
