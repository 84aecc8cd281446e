/// Loops over dense items: what they are given, and what they compute. Whoever calls them brings
/// the items.
@NullMarked
package io.ndmap.loop;

import org.jspecify.annotations.NullMarked;
