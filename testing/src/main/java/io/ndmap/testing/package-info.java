/// What the tests of all modules share: Python with NumPy, the corpus, and other processes.
@NullMarked
package io.ndmap.testing;

import org.jspecify.annotations.NullMarked;
