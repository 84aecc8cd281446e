package io.ndmap.serve.http;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/// One request and its answer, by one virtual thread. What reads files runs by [Workers], block by
/// block: a slow client holds a block of memory and no thread of theirs.
final class Exchange {

  /// Bytes of a body that are in memory at a time.
  private static final int BLOCK = 256 << 10;

  /// Headers about a body, which a failure does not have.
  private static final List<String> OF_BODIES =
      List.of(
          "ETag", "Content-Encoding", "Content-Disposition", "Accept-Ranges", "X-Dtype", "X-Shape");

  private final Service service;
  private final Request request;
  private final Response response;
  private final Map<String, String> headers;
  private final Connections.Traffic traffic;
  private Map<String, String> parameters = Map.of();
  private String route = "other";
  private int status;
  private long sent;

  Exchange(Service service, Request request, Response response, Connections.Traffic traffic) {
    this.service = service;
    this.request = request;
    this.response = response;
    this.traffic = traffic;
    this.headers = headers(request.getHeaders());
  }

  private static Map<String, String> headers(HttpFields fields) {
    Map<String, String> headers = new HashMap<>();
    for (HttpField field : fields) {
      headers.merge(
          field.getName().toLowerCase(Locale.ROOT),
          field.getValue() == null ? "" : field.getValue(),
          (first, next) -> first + ", " + next);
    }
    return headers;
  }

  /// Answers the request.
  ///
  /// @throws IOException if the connection is broken, or the answer is and its beginning has been
  ///   sent already
  void run() throws IOException {
    long begin = System.nanoTime();
    try {
      answer();
    } catch (Throwable e) {
      Failure failure = Failure.of(e);
      if (failure.isOurs()) {
        service.log().failed(request, e);
      }
      if (response.isCommitted()) {
        status = status == 0 ? failure.status() : status;
        throw new IOException(failure.detail(), e);
      }
      fail(failure);
    } finally {
      service.metrics().ended(route, status, sent, System.nanoTime() - begin);
      service.log().ended(request, status, sent, System.nanoTime() - begin);
    }
  }

  private void answer() throws IOException {
    secure();
    service.gate().checkHost(headers.getOrDefault("host", ""), service.port());
    Optional<String> origin = service.gate().allowed(headers.getOrDefault("origin", ""));
    origin.ifPresent(this::share);
    if (hasBody()) {
      set("Connection", "close");
      throw new Problem(413, "a request has no body");
    }
    RequestText text =
        RequestText.of(
            request.getHttpURI().getPath() == null ? "" : request.getHttpURI().getPath(),
            Optional.ofNullable(request.getHttpURI().getQuery()).orElse(""));
    parameters = new HashMap<>(text.parameters());
    Endpoint endpoint = service.endpoints().get(text.endpoint());
    if (endpoint != null) {
      route = text.endpoint().isEmpty() ? "page" : text.endpoint();
    }
    switch (request.getMethod()) {
      case "GET", "HEAD" -> {}
      case "OPTIONS" -> {
        options(origin.isPresent());
        return;
      }
      default -> {
        set("Allow", "GET, HEAD, OPTIONS");
        throw new Problem(405, request.getMethod() + " is not served");
      }
    }
    if (!(endpoint != null && endpoint.isOpen())
        && !service.gate().admits(headers, parameters, service.port())) {
      set("WWW-Authenticate", "token");
      throw new Problem(401, "open the address with the token that the server printed");
    }
    String token = parameters.remove("token");
    if (token != null && service.gate().isToken(token)) {
      set("Set-Cookie", service.gate().cookie(service.port()));
      if (text.endpoint().isEmpty()) {
        redirect();
        return;
      }
    }
    if (endpoint == null) {
      throw new Problem(404, "there is no '/" + text.endpoint() + "'");
    }
    answer(endpoint, text.path());
  }

  private boolean hasBody() {
    return headers.containsKey("transfer-encoding")
        || !headers.getOrDefault("content-length", "0").equals("0");
  }

  private void answer(Endpoint endpoint, String path) throws IOException {
    Peer peer =
        new Peer(
            ((SocketChannelEndPoint) request.getConnectionMetaData().getConnection().getEndPoint())
                .getChannel());
    Call call = new Call(path, Map.copyOf(parameters), Map.copyOf(headers), peer);
    try (Admission.Share share = service.admission().share()) {
      long bytes = endpoint.bytes(call);
      share.raise(bytes);
      try (Answer answer =
          service.workers().answer(endpoint.work(), () -> endpoint.route().answer(call))) {
        share.raise(bytes + memory(answer.body()));
        // From here on a client that is gone is noticed by what is written.
        if (peer.end()) {
          set("Connection", "close");
        }
        send(endpoint.work(), answer, call);
      }
    } catch (Throwable e) {
      // Who computed may have looked for the client and found a byte of its next request.
      if (peer.end()) {
        set("Connection", "close");
      }
      throw e;
    }
  }

  /// How much memory a body takes while it is sent: what it holds, and a block of it.
  private static long memory(Answer.Body body) {
    return body.memory() + Math.min(Math.max(0, body.length()), BLOCK);
  }

  // ---- Headers

  private void set(String name, String value) {
    response.getHeaders().put(name, value);
  }

  private void secure() {
    set(
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    set("X-Content-Type-Options", "nosniff");
    set("Referrer-Policy", "no-referrer");
    set("Cross-Origin-Resource-Policy", "same-origin");
    set("Cache-Control", "no-store");
  }

  /// Lets a page of another origin read the answer.
  private void share(String origin) {
    set("Access-Control-Allow-Origin", origin);
    set("Access-Control-Expose-Headers", "*, Content-Range, ETag");
    set("Cross-Origin-Resource-Policy", "cross-origin");
    set("Vary", "Origin");
  }

  private void options(boolean isShared) throws IOException {
    set("Allow", "GET, HEAD, OPTIONS");
    if (isShared) {
      set("Access-Control-Allow-Methods", "GET, HEAD");
      set("Access-Control-Allow-Headers", "Authorization, Range, If-None-Match");
      set("Access-Control-Max-Age", "600");
      if (headers.getOrDefault("access-control-request-private-network", "").equals("true")) {
        set("Access-Control-Allow-Private-Network", "true");
      }
    }
    head(204);
    last();
  }

  /// Leads to the same page without the token, which then is in no history.
  private void redirect() throws IOException {
    String query =
        parameters.entrySet().stream()
            .map(pair -> encoded(pair.getKey()) + "=" + encoded(pair.getValue()))
            .collect(Collectors.joining("&"));
    set("Location", query.isEmpty() ? "/" : "/?" + query);
    set("Content-Length", "0");
    head(303);
    last();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private void head(int code) {
    status = code;
    response.setStatus(code);
  }

  private boolean isHead() {
    return request.getMethod().equals("HEAD");
  }

  // ---- Bodies

  private void fail(Failure failure) throws IOException {
    byte[] json = failure.json(parameters);
    OF_BODIES.forEach(response.getHeaders()::remove);
    if (failure.status() != 416) {
      response.getHeaders().remove("Content-Range");
    }
    if (failure.status() == 503) {
      set("Retry-After", "1");
    }
    set("Content-Type", "application/problem+json");
    set("Content-Length", Integer.toString(json.length));
    set("Cache-Control", "no-store");
    head(failure.status());
    if (!isHead()) {
      write(ByteBuffer.wrap(json));
    }
    last();
  }

  private void send(Endpoint.Work work, Answer answer, Call call) throws IOException {
    set("Content-Type", answer.type());
    answer.headers().forEach(this::set);
    String etag = answer.headers().getOrDefault("ETag", "");
    if (!etag.isEmpty()) {
      if (!answer.headers().containsKey("Cache-Control")) {
        set("Cache-Control", "private, no-cache");
      }
      if (answer.status() == 200 && call.knows(etag)) {
        response.getHeaders().remove("Content-Type");
        head(304);
        last();
        return;
      }
    }
    long length = answer.body().length();
    if (isText(answer.type())) {
      response.getHeaders().add("Vary", "Accept-Encoding");
      if (acceptsGzip() && (length < 0 || length > 1000) && !headers.containsKey("range")) {
        zipped(work, answer, etag);
        return;
      }
    }
    if (length < 0) {
      head(answer.status());
      if (!isHead()) {
        pieces(work, answer.body(), new Sent());
      }
      last();
      return;
    }
    ranged(work, answer, etag);
  }

  private void ranged(Endpoint.Work work, Answer answer, String etag) throws IOException {
    long length = answer.body().length();
    ByteRange range = new ByteRange(0, length);
    int code = answer.status();
    if (code == 200) {
      set("Accept-Ranges", "bytes");
      Optional<ByteRange> asked = range(length, etag);
      if (asked.isPresent()) {
        range = asked.get();
        set("Content-Range", range.text(length));
        code = 206;
      }
    }
    if (!isHead()) {
      blocks(work, answer.body(), range, code);
    } else {
      set("Content-Length", Long.toString(range.count()));
      head(code);
    }
    last();
  }

  private Optional<ByteRange> range(long length, String etag) {
    String header = headers.getOrDefault("range", "");
    String condition = headers.getOrDefault("if-range", etag);
    if (header.isEmpty() || !condition.equals(etag)) {
      return Optional.empty();
    }
    try {
      return ByteRange.of(header, length);
    } catch (Problem e) {
      set("Content-Range", "bytes */" + length);
      throw e;
    }
  }

  private boolean acceptsGzip() {
    for (String coding : headers.getOrDefault("accept-encoding", "").split(",", -1)) {
      String[] parts = coding.strip().toLowerCase(Locale.ROOT).split(";", 2);
      if (parts[0].strip().equals("gzip")) {
        return parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
      }
    }
    return false;
  }

  /// Numbers in binary are sent as they are: browsers always ask for gzip, and it is slower than
  /// the network and saves little of them.
  private static boolean isText(String type) {
    return type.startsWith("text/")
        || type.startsWith("application/json")
        || type.startsWith("application/javascript")
        || type.startsWith("image/svg");
  }

  /// The answer by gzip. Its tag stays, as a weak one: the bytes depend on the version of zlib.
  private void zipped(Endpoint.Work work, Answer answer, String etag) throws IOException {
    set("Content-Encoding", "gzip");
    if (!etag.isEmpty()) {
      set("ETag", "W/" + etag);
    }
    head(answer.status());
    if (isHead()) {
      last();
      return;
    }
    try (OutputStream zip = new Zipped()) {
      if (answer.body().length() < 0) {
        pieces(work, answer.body(), zip);
      } else {
        long length = answer.body().length();
        for (long first = 0; first < length; first += BLOCK) {
          Block block = block(work, answer.body(), first, Math.min(BLOCK, length - first));
          zip.write(block.bytes(), 0, block.size());
        }
      }
    }
    last();
  }

  /// Bytes in memory.
  private static final class Block extends ByteArrayOutputStream {

    Block(int size) {
      super(size);
    }

    byte[] bytes() {
      return buf;
    }
  }

  private Block block(Endpoint.Work work, Answer.Body body, long first, long count)
      throws IOException {
    return service
        .workers()
        .run(
            // A result that is there does not wait behind what others compute.
            body.isInMemory() ? Endpoint.Work.NOTHING : work,
            () -> {
              Block block = new Block((int) count);
              body.write(block, first, count);
              if (block.size() != count) {
                throw new IllegalStateException(
                    "a body wrote " + block.size() + " bytes of " + count);
              }
              return block;
            });
  }

  /// Sends a part of a body. The first block is there before anything is sent: until then there can
  /// be another answer.
  private void blocks(Endpoint.Work work, Answer.Body body, ByteRange range, int code)
      throws IOException {
    long first = range.first();
    long end = first + range.count();
    while (first < end) {
      int count = (int) Math.min(BLOCK, end - first);
      Block block = block(work, body, first, count);
      if (first == range.first()) {
        set("Content-Length", Long.toString(range.count()));
        head(code);
      }
      write(ByteBuffer.wrap(block.bytes(), 0, count));
      first += count;
    }
    if (range.count() == 0) {
      set("Content-Length", "0");
      head(code);
    }
  }

  private void pieces(Endpoint.Work work, Answer.Body body, OutputStream out) throws IOException {
    if (!(body instanceof Answer.Pieces pieces)) {
      body.write(out, 0, -1);
      return;
    }
    Block piece = new Block(BLOCK);
    while (service.workers().run(work, () -> pieces.next(piece))) {
      out.write(piece.bytes(), 0, piece.size());
      piece.reset();
    }
  }

  /// What is written is sent.
  private final class Sent extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      if (count > 0) {
        Exchange.this.write(ByteBuffer.wrap(bytes, offset, count));
      }
    }
  }

  /// What is written is zipped and sent. Nothing is before the first write, not even what every zip
  /// begins with: until then there can be another answer.
  private final class Zipped extends OutputStream {

    private @Nullable OutputStream zip;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      OutputStream begun = zip == null ? new GZIPOutputStream(new Sent(), 8192) : zip;
      zip = begun;
      begun.write(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      if (zip != null) {
        zip.close();
      }
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    if (sent == 0) {
      // Not before: a client is not slow while it waits for the first block.
      traffic.sending();
    }
    Content.Sink.write(response, false, bytes);
    sent += count;
    traffic.sent(count);
  }

  private void last() throws IOException {
    Content.Sink.write(response, true, ByteBuffer.allocate(0));
  }
}
