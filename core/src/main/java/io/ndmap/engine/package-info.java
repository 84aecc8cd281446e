/// Selection of loops: plain loops at first, and loops of the Vector API once they are compiled and
/// were found to be faster, with equal results.
@NullMarked
package io.ndmap.engine;

import org.jspecify.annotations.NullMarked;
