/// Selection of loops: plain loops first; loops of the Vector API once they are warm, and found to
/// be faster with equal results.
@NullMarked
package io.ndmap.engine;

import org.jspecify.annotations.NullMarked;
