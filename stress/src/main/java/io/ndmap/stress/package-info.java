/// Tests of the memory model: loads and stores of threads through shared elements and publication
/// cells, tried with jcstress. Between processes: `WordLitmusTest` in `mmap`.
@NullMarked
package io.ndmap.stress;

import org.jspecify.annotations.NullMarked;
