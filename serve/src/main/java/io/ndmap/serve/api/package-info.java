/// What the server tells of arrays: headers, items, statistics, pictures.
@NullMarked
package io.ndmap.serve.api;

import org.jspecify.annotations.NullMarked;
