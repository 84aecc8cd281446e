/// What a request is and what it is answered with, whatever server carries them.
@NullMarked
package io.ndmap.serve.answer;

import org.jspecify.annotations.NullMarked;
