/// Benchmarks of ndmap against the alternatives that users have, in the same run.
///
/// Every benchmark checks that its contenders agree before it times them.
@NullMarked
package io.ndmap.benchmarks;

import org.jspecify.annotations.NullMarked;
