/// Support for the tests of all modules: Python with NumPy, the corpus of files, and child
/// processes.
@NullMarked
package io.ndmap.testing;

import org.jspecify.annotations.NullMarked;
