/// The race's own arithmetic, and that its contenders and its table fit together.
@NullMarked
package io.ndmap.benchmarks.race;

import org.jspecify.annotations.NullMarked;
