package io.ndmap.benchmarks.contest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A contender in a child process, which answers requests over pipes, one per line. The child
/// measures its times itself, so that they do not include the communication.
public final class ChildContender implements Contender {

  private static final int TIMEOUT_SECONDS = 5;

  private final String name;
  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;

  private ChildContender(String name, Process process) {
    this.name = name;
    this.process = process;
    this.requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /// Starts the process and waits until it has loaded its data.
  ///
  /// @param name the name of the contender
  /// @param command the command to start
  /// @return the contender
  /// @throws IOException if the process does not start or does not become ready
  public static ChildContender start(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    // One thread for all contenders, whatever library numpy was built with.
    builder.environment().put("OMP_NUM_THREADS", "1");
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    ChildContender child = new ChildContender(name, builder.start());
    try {
      child.expect("ready", child.read());
      return child;
    } catch (IOException e) {
      child.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean knows(String operation) throws IOException {
    return ask("knows", operation).equals("yes");
  }

  @Override
  public Outcome check(String operation, int set) throws IOException {
    return begin(operation, set).outcome();
  }

  @Override
  public Check begin(String operation, int set) throws IOException {
    request("check", operation, Integer.toString(set));
    return () -> Outcome.parse(fields(read()));
  }

  @Override
  public long run(String operation, int set, int repeats, Clock clock) throws IOException {
    String answer =
        ask("run", operation, Integer.toString(set), Integer.toString(repeats), clock.toString());
    return Long.parseLong(fields(answer).getFirst());
  }

  /// Waits up to five seconds for the end of the process, and returns whether it has ended.
  public boolean hasEnded() throws IOException {
    try {
      return process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a program ended", e);
    }
  }

  private List<String> fields(String answer) throws IOException {
    List<String> fields = Arrays.asList(answer.split("\t", -1));
    expect("ok", fields.getFirst());
    return fields.subList(1, fields.size());
  }

  private void expect(String expected, String found) throws IOException {
    if (!found.equals(expected)) {
      throw new IOException(name + " answered '" + found + "', expected '" + expected + "'");
    }
  }

  /// Sends a request that is not part of [Contender], and waits for the answer.
  ///
  /// @param request the fields of the request
  /// @return the answer, with fields separated by tabs
  public String ask(String... request) throws IOException {
    request(request);
    return read();
  }

  /// Sends a request that has no answer.
  ///
  /// @param request the fields of the request
  /// @throws IOException if the process has ended
  public void send(String... request) throws IOException {
    request(request);
  }

  private void request(String... fields) throws IOException {
    requests.write(String.join("\t", fields) + "\n");
    requests.flush();
  }

  private String read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException(name + " ended without an answer");
    }
    return line;
  }

  /// Suspends the descendants of the process (SIGSTOP) until [#resume], because some of them poll
  /// while they wait and would use CPU time. The process itself only waits for a request.
  public void pause() throws IOException {
    signal("STOP");
  }

  /// Resumes the suspended descendants.
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    process.descendants().map(each -> Long.toString(each.pid())).forEach(command::add);
    try {
      // The status is ignored: a descendant may have ended before the signal.
      var _ =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a program was told to " + signal, e);
    }
  }

  @Override
  public void close() {
    // Suspended descendants would outlive the process that has started them.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
