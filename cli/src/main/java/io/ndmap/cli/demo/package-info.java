/// `ndmap demo`: an array larger than the heap, and a check of every result.
@NullMarked
package io.ndmap.cli.demo;

import org.jspecify.annotations.NullMarked;
