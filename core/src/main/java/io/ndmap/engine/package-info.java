/// Which loop runs: plain ones at first, those of the Vector API once they are warm, and found to
/// be equal and faster.
@NullMarked
package io.ndmap.engine;

import org.jspecify.annotations.NullMarked;
