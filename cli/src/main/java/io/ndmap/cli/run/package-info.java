/// What every command shares: the streams of one run, its files in turn, and what is said of those
/// that fail.
@NullMarked
package io.ndmap.cli.run;

import org.jspecify.annotations.NullMarked;
