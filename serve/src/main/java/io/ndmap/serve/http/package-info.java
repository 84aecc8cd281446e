/// HTTP on Jetty: access checks, parsing of requests, and sending of answers.
@NullMarked
package io.ndmap.serve.http;

import org.jspecify.annotations.NullMarked;
