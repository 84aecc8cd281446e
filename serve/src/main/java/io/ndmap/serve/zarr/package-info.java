/// Arrays in files as read-only Zarr arrays of versions 2 and 3, for clients that do not support
/// `.npy`. Nothing is stored: documents are made from headers, and chunks are read from the mapped
/// files.
@NullMarked
package io.ndmap.serve.zarr;

import org.jspecify.annotations.NullMarked;
