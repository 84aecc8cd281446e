/// What every command shares: the streams of a run, the loop over files, and the report of
/// failures.
@NullMarked
package io.ndmap.cli.run;

import org.jspecify.annotations.NullMarked;
