/// Shared by all races: contenders in this JVM and in child processes, their results, clocks, the
/// machine, warm-up and profile pollution.
@NullMarked
package io.ndmap.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
