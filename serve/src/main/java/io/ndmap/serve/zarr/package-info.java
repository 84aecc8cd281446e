/// Arrays in files as read-only Zarr arrays, of version 2 and of version 3, for clients that know
/// nothing of `.npy`. Nothing is stored: documents are made from headers, and chunks are cut out of
/// the mapped files.
@NullMarked
package io.ndmap.serve.zarr;

import org.jspecify.annotations.NullMarked;
