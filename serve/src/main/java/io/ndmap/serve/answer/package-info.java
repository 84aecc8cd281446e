/// Requests and answers, independent of the HTTP server.
@NullMarked
package io.ndmap.serve.answer;

import org.jspecify.annotations.NullMarked;
