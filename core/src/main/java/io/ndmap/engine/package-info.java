/// Selection of loops: plain loops first, loops of the Vector API once they are warm and found
/// equal and faster.
@NullMarked
package io.ndmap.engine;

import org.jspecify.annotations.NullMarked;
