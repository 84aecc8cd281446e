/// HTTP by Jetty: who may ask, what is asked for, and how answers are sent.
@NullMarked
package io.ndmap.serve.http;

import org.jspecify.annotations.NullMarked;
