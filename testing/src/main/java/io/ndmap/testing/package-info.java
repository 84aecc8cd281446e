/// Shared by the tests of all modules: Python with NumPy, the corpus, and other processes.
@NullMarked
package io.ndmap.testing;

import org.jspecify.annotations.NullMarked;
