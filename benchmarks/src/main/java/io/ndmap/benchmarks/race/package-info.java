/// The race: ndmap, numpy, C and handwritten loops over the Foreign Function & Memory API do the
/// same work on the same files in one run.
///
/// [Operations] lists the rows, each program or library is a
/// [io.ndmap.benchmarks.contest.Contender], and [Heat] checks and times one row. A new row is a
/// line in [Operations] and a function under the same name in each contender that takes part.
@NullMarked
package io.ndmap.benchmarks.race;

import org.jspecify.annotations.NullMarked;
