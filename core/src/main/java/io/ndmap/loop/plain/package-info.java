/// The table of operations in plain form: lambdas of single items, and loops that are defined anew
/// for each.
@NullMarked
package io.ndmap.loop.plain;

import org.jspecify.annotations.NullMarked;
