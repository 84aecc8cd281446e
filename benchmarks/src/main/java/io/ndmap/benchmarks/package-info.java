/// Benchmarks of ndmap against the alternatives that users have, in the same run.
///
/// Every benchmark except [PlainLoops] checks results of its contenders before it times them.
@NullMarked
package io.ndmap.benchmarks;

import org.jspecify.annotations.NullMarked;
