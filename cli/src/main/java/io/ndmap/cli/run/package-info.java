/// Common code of all commands: the streams of a run, the loop over files, and the reporting of
/// failures.
@NullMarked
package io.ndmap.cli.run;

import org.jspecify.annotations.NullMarked;
