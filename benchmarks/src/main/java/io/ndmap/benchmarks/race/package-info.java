/// The race: the same work on the same files by ndmap, numpy, C and a loop written by hand over the
/// Foreign Function & Memory API, side by side in one run.
///
/// [Operations] is the table of what is run, a contender is a [Contender], and [Heat] is how one
/// row is checked and timed. A new row is a line in [Operations] and a function under the same name
/// in each contender that takes part.
@NullMarked
package io.ndmap.benchmarks.race;

import org.jspecify.annotations.NullMarked;
