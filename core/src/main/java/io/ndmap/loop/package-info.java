/// Loops over dense items: one table of operations in plain form, one for the Vector API, and
/// templates that are defined anew for each row and lane type. Whoever calls them brings the items.
@NullMarked
package io.ndmap.loop;

import org.jspecify.annotations.NullMarked;
