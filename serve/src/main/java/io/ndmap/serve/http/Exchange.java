package io.ndmap.serve.http;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.http.Endpoint.Work;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// One request and its answer. A Jetty thread checks the request and selects the kind of thread
/// that answers it. A thread of this kind makes the answer and the first part of its body and
/// passes the part to Jetty, which sends it without blocking a thread. After that, a worker thread
/// makes the next part, and so on until the last part. So a slow client occupies the memory of one
/// part and no thread.
///
/// The steps run one after another, each on one thread.
final class Exchange {

  private final Service service;
  private final Request request;
  private final Response response;
  private final Connections.Traffic traffic;
  private final Callback callback;
  private final long begin = System.nanoTime();
  private final RequestHead head;
  private final Reply reply;
  private final Admission.Share share;
  private Map<String, String> parameters = Map.of();

  /// The name of the endpoint in the metrics.
  private String route = "other";

  private int status;
  private long sent;
  private @Nullable Peer peer;
  private @Nullable Answer answer;
  private @Nullable Source source;

  Exchange(
      Service service,
      Request request,
      Response response,
      Connections.Traffic traffic,
      Callback callback) {
    this.service = service;
    this.request = request;
    this.response = response;
    this.traffic = traffic;
    this.callback = callback;
    this.head = RequestHead.of(request.getHeaders());
    this.reply = new Reply(head, response.getHeaders());
    this.share = service.admission().share();
  }

  /// Starts to answer the request without blocking.
  void run() {
    attempt(this::decide);
  }

  private interface Step {
    void run() throws IOException;
  }

  /// Runs a step. If the step throws an exception, the failure becomes the answer.
  private void attempt(Step step) {
    try {
      step.run();
    } catch (Throwable e) {
      try {
        fail(e);
      } catch (Throwable again) {
        end(again);
      }
    }
  }

  private void execute(Work work, Step step) {
    try {
      service.workers().execute(work, () -> attempt(step));
    } catch (RejectedExecutionException e) {
      fail(e);
    }
  }

  // ---- Selecting the endpoint

  /// Checks access and starts to answer the request, on a thread of Jetty.
  private void decide() {
    service.gate().checkHost(head.get("host"), service.port());
    Optional<String> origin = service.gate().allowed(head.get("origin"));
    origin.ifPresent(reply::share);
    if (head.announcesBody()) {
      reply.set("Connection", "close");
      throw new Problem(413, "a request may not have a body");
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
        reply.options(origin.isPresent());
        empty(204);
        return;
      }
      default -> {
        reply.set("Allow", "GET, HEAD, OPTIONS");
        throw new Problem(405, request.getMethod() + " is not served");
      }
    }
    if (!(endpoint != null && endpoint.isOpen())
        && !service.gate().admits(head.fields(), parameters, service.port())) {
      reply.set("WWW-Authenticate", "token");
      throw new Problem(401, "open the address with the token that the server printed");
    }
    String token = parameters.remove("token");
    if (token != null && service.gate().isToken(token)) {
      reply.set("Set-Cookie", service.gate().cookie(service.port()));
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

  /// Redirects to the same page without the token, so that the token is not in the browser's
  /// history.
  private void redirect() {
    String query =
        parameters.entrySet().stream()
            .map(pair -> encoded(pair.getKey()) + "=" + encoded(pair.getValue()))
            .collect(Collectors.joining("&"));
    reply.set("Location", query.isEmpty() ? "/" : "/?" + query);
    reply.set("Content-Length", "0");
    empty(303);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private void answer(Endpoint endpoint, String path) {
    Peer watch =
        new Peer(
            ((SocketChannelEndPoint) request.getConnectionMetaData().getConnection().getEndPoint())
                .getChannel(),
            service.metrics().early());
    peer = watch;
    Call call = new Call(path, Collections.unmodifiableMap(parameters), head.fields(), watch);
    endpoint.check(call);
    if (endpoint.work() == Work.COMPUTING) {
      share.raise(Work.OPENING.bytes());
      execute(Work.OPENING, () -> look(endpoint, call));
    } else {
      share.raise(endpoint.bytes(call));
      execute(endpoint.work(), () -> answer(endpoint, call));
    }
  }

  /// Looks for an answer that needs no computation. Such answers do not queue behind computations.
  private void look(Endpoint endpoint, Call call) throws IOException {
    Optional<Answer> known = endpoint.route().known(call);
    if (known.isPresent()) {
      send(known.get(), call, Work.OPENING);
    } else {
      share.raise(endpoint.bytes(call));
      execute(endpoint.work(), () -> answer(endpoint, call));
    }
  }

  private void answer(Endpoint endpoint, Call call) throws IOException {
    send(endpoint.route().answer(call), call, endpoint.work());
  }

  // ---- Sending the answer

  /// Sets the headers of an answer and sends the answer.
  ///
  /// @param work the kind of threads that make the parts of the body
  private void send(Answer made, Call call, Work work) throws IOException {
    answer = made;
    long part =
        made.body() instanceof Answer.Sized sized ? Math.min(sized.length(), Source.BLOCK) : 0;
    share.add(made.body().memory() + part);
    // From here on, the end of the connection is noticed when writing.
    closeIfRead();
    boolean isHead = request.getMethod().equals("HEAD");
    Reply.Form form = reply.of(made, call, request.getComponents().getByteBufferPool(), isHead);
    if (form.source().isEmpty()) {
      empty(form.status());
      return;
    }
    source = form.source().get();
    // A body in memory need not queue behind reads of other files.
    boolean isInMemory = made.body() instanceof Answer.Sized sized && sized.isInMemory();
    next(source, form.status(), isInMemory ? Work.NOTHING : work);
  }

  /// Closes the connection after this answer if the check for a closed connection has consumed a
  /// byte of the client's next request.
  private void closeIfRead() {
    if (peer != null && peer.end()) {
      reply.set("Connection", "close");
    }
  }

  /// Makes a part and sends it. Nothing is sent before the first part is complete: until then a
  /// failure can still replace the answer.
  private void next(Source parts, int code, Work work) throws IOException {
    Source.Part part = parts.next();
    head(code);
    write(
        part.isLast(),
        part.bytes().getByteBuffer(),
        failure -> {
          part.bytes().release();
          if (failure != null || part.isLast()) {
            end(failure);
          } else {
            execute(work, () -> next(parts, code, work));
          }
        });
  }

  private void empty(int code) {
    head(code);
    write(true, BufferUtil.EMPTY_BUFFER, this::end);
  }

  /// Sets the status of the response unless it is already set.
  private void head(int code) {
    if (status == 0) {
      status = code;
      response.setStatus(code);
    }
  }

  private interface Written {
    void end(@Nullable Throwable failure);
  }

  /// Passes bytes to Jetty.
  ///
  /// @param isLast whether the answer ends with these bytes
  /// @param written called after the bytes were sent, or could not be sent
  private void write(boolean isLast, ByteBuffer bytes, Written written) {
    int count = bytes.remaining();
    if (sent == 0) {
      // Start the clock only now: the client is not slow while it waits for the first part.
      traffic.sending();
    }
    response.write(
        isLast,
        bytes,
        new Callback() {
          @Override
          public void succeeded() {
            sent += count;
            traffic.sent(count);
            written.end(null);
          }

          @Override
          public void failed(Throwable failure) {
            written.end(failure);
          }

          @Override
          public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
          }
        });
  }

  /// Sends a problem document instead of the answer. If a part of the answer was already sent, the
  /// connection is ended.
  private void fail(Throwable e) {
    Failure failure = Failure.of(e);
    if (failure.isOurs()) {
      service.log().failed(request, e);
    }
    if (response.isCommitted()) {
      end(new IOException(failure.detail(), e));
      return;
    }
    closeIfRead();
    byte[] json = failure.json(parameters);
    reply.failed(failure, json.length);
    head(failure.status());
    boolean isHead = request.getMethod().equals("HEAD");
    write(true, isHead ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(json), this::end);
  }

  /// Releases the memory and the files of the request, and records it in metrics and log.
  ///
  /// @param failure the reason why the answer was not sent completely; null if it was sent
  ///   completely
  private void end(@Nullable Throwable failure) {
    try (Answer _ = answer;
        Source _ = source;
        share) {
      service.metrics().ended(route, status, sent, System.nanoTime() - begin);
      service.log().ended(request, status, sent, System.nanoTime() - begin);
      traffic.end();
    } catch (Throwable e) {
      callback.failed(failure == null ? e : failure);
      return;
    }
    if (failure == null) {
      callback.succeeded();
    } else {
      callback.failed(failure);
    }
  }
}
