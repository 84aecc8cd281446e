package io.ndmap.serve.http;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.ByteBufferPool;

/// Sets the headers of a response, and selects the bytes of the answer that follow them.
final class Reply {

  /// Headers that describe a body. They are removed if the request fails.
  private static final List<String> OF_BODIES =
      List.of(
          "ETag", "Content-Encoding", "Content-Disposition", "Accept-Ranges", "X-Dtype", "X-Shape");

  private static final List<HttpField> SECURE =
      List.of(
          new PreEncodedHttpField(
              "Content-Security-Policy",
              "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
          new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
          new PreEncodedHttpField("Referrer-Policy", "no-referrer"),
          new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
          new PreEncodedHttpField("Cache-Control", "no-store"));

  /// Texts whose length is known and at most this many bytes are not compressed, because gzip would
  /// hardly make them shorter.
  private static final int LEAST_ZIPPED = 1000;

  private final RequestHead request;
  private final HttpFields.Mutable headers;

  Reply(RequestHead request, HttpFields.Mutable headers) {
    this.request = request;
    this.headers = headers;
    SECURE.forEach(headers::put);
  }

  /// The form in which an answer is sent.
  ///
  /// @param status the HTTP status
  /// @param source the bytes; empty if there is no body
  record Form(int status, Optional<Source> source) {}

  void set(String name, String value) {
    headers.put(name, value);
  }

  /// Allows pages of another origin to read the answer (CORS).
  void share(String origin) {
    set("Access-Control-Allow-Origin", origin);
    set("Access-Control-Expose-Headers", "*, Content-Range, ETag");
    set("Cross-Origin-Resource-Policy", "cross-origin");
    set("Vary", "Origin");
  }

  /// Sets the headers of an answer to `OPTIONS`: the allowed methods and headers.
  ///
  /// @param isShared whether the request comes from a page of an allowed origin
  void options(boolean isShared) {
    set("Allow", "GET, HEAD, OPTIONS");
    if (isShared) {
      set("Access-Control-Allow-Methods", "GET, HEAD");
      set("Access-Control-Allow-Headers", "Authorization, Range, If-None-Match");
      set("Access-Control-Max-Age", "600");
      if (request.get("access-control-request-private-network").equals("true")) {
        set("Access-Control-Allow-Private-Network", "true");
      }
    }
  }

  /// Sets the headers of a failure instead of the headers of an answer.
  void failed(Failure failure, long length) {
    OF_BODIES.forEach(headers::remove);
    if (failure.status() != 416) {
      headers.remove("Content-Range");
    }
    if (failure.status() == 503) {
      set("Retry-After", "1");
    }
    set("Content-Type", "application/problem+json");
    set("Content-Length", Long.toString(length));
    set("Cache-Control", "no-store");
  }

  /// Sets the headers of an answer.
  ///
  /// @param isHead whether the request is a `HEAD` request, which needs no body
  /// @throws Problem with 416 if the requested range selects no byte
  Form of(Answer answer, Call call, ByteBufferPool pool, boolean isHead) {
    set("Content-Type", answer.type());
    answer.headers().forEach(this::set);
    String etag = answer.headers().getOrDefault("ETag", "");
    if (!etag.isEmpty()) {
      if (!answer.headers().containsKey("Cache-Control")) {
        set("Cache-Control", "private, no-cache");
      }
      if (answer.status() == 200 && call.knows(etag)) {
        headers.remove("Content-Type");
        return new Form(304, Optional.empty());
      }
    }
    if (isText(answer.type())) {
      headers.add("Vary", "Accept-Encoding");
      if (isLong(answer.body()) && request.acceptsGzip() && !request.has("range")) {
        return zipped(answer, etag, pool, isHead);
      }
    }
    return switch (answer.body()) {
      case Answer.Pieces pieces -> form(answer.status(), Source.of(pieces), isHead);
      case Answer.Sized sized -> ranged(answer.status(), sized, etag, pool, isHead);
    };
  }

  private static Form form(int status, Source source, boolean isHead) {
    return new Form(status, isHead ? Optional.empty() : Optional.of(source));
  }

  private static boolean isLong(Answer.Body body) {
    return !(body instanceof Answer.Sized sized && sized.length() <= LEAST_ZIPPED);
  }

  /// Whether the media type is a text, which gzip compresses well. Binary numbers are never
  /// compressed: browsers always accept gzip, but gzip is slower than the network for such data and
  /// saves little.
  private static boolean isText(String type) {
    return type.startsWith("text/")
        || type.startsWith("application/json")
        || type.startsWith("application/javascript")
        || type.startsWith("image/svg");
  }

  /// The answer compressed by gzip. The `ETag` becomes weak, because the bytes depend on the
  /// version of zlib.
  private Form zipped(Answer answer, String etag, ByteBufferPool pool, boolean isHead) {
    set("Content-Encoding", "gzip");
    if (!etag.isEmpty()) {
      set("ETag", "W/" + etag);
    }
    Source plain =
        switch (answer.body()) {
          case Answer.Pieces pieces -> Source.of(pieces);
          case Answer.Sized sized ->
              Source.of(sized, new ByteRange(0, sized.length()), pool, false);
        };
    return form(answer.status(), Source.zipped(plain), isHead);
  }

  private Form ranged(
      int status, Answer.Sized body, String etag, ByteBufferPool pool, boolean isHead) {
    long length = body.length();
    ByteRange range = new ByteRange(0, length);
    int code = status;
    if (code == 200) {
      set("Accept-Ranges", "bytes");
      Optional<ByteRange> asked = range(length, etag);
      if (asked.isPresent()) {
        range = asked.get();
        set("Content-Range", range.text(length));
        code = 206;
      }
    }
    set("Content-Length", Long.toString(range.count()));
    return range.count() == 0
        ? new Form(code, Optional.empty())
        : form(code, Source.of(body, range, pool, true), isHead);
  }

  private Optional<ByteRange> range(long length, String etag) {
    try {
      return request.range(length, etag);
    } catch (Problem e) {
      set("Content-Range", "bytes */" + length);
      throw e;
    }
  }
}
