/// Parses the VALUE of `set`, `create --fill` and `fill work --with const:` into an element.
@NullMarked
package io.ndmap.cli.value;

import org.jspecify.annotations.NullMarked;
