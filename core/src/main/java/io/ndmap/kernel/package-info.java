/// The inner loops of bulk operations: functions over runs of items in segments and Java arrays.
/// They know nothing of views, shapes or files, and are not exported.
@NullMarked
package io.ndmap.kernel;

import org.jspecify.annotations.NullMarked;
