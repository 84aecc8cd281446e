/// What threads may see of one another's loads and stores through shared items and publication
/// cells, tried with jcstress. Between processes: `WordLitmusTest` in `mmap`.
@NullMarked
package io.ndmap.stress;

import org.jspecify.annotations.NullMarked;
