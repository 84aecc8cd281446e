/// Many processes fill one array: chunks are claimed, written and committed, and what a killed one
/// had claimed is claimed again. docs/fill-protocol.md is the protocol.
@NullMarked
package io.ndmap.fill;

import org.jspecify.annotations.NullMarked;
