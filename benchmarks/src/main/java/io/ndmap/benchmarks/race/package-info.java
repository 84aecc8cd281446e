/// The race: ndmap, numpy, C and handwritten loops over the Foreign Function & Memory API do the
/// same work on the same files in one run.
///
/// [Operations] lists the rows of the table. Each program or library is a
/// [io.ndmap.benchmarks.contest.Contender]. [Heat] checks and times one row. To add a row, add a
/// line to [Operations], and a function with the same name to each contender that takes part.
@NullMarked
package io.ndmap.benchmarks.race;

import org.jspecify.annotations.NullMarked;
