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

/// A contender that is a process of its own and answers requests, one a line, over pipes. It takes
/// its times itself, so that the pipes are not in them.
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
  /// @param name of the contender
  /// @param command what to start
  /// @return the contender
  /// @throws IOException if it does not start or does not become ready
  public static ChildContender start(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    // One thread for everybody, whatever numpy was built with.
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

  /// Whether the process has ended, or does so within seconds, as after its last answer.
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

  /// Asks for what is in no [Contender].
  ///
  /// @param request its fields
  /// @return the answer, fields divided by tabs
  public String ask(String... request) throws IOException {
    request(request);
    return read();
  }

  /// Tells what is not answered.
  ///
  /// @param request its fields
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

  /// Stops the processes that it has started, until [#resume]: some that wait keep asking, and the
  /// processors busy. It itself only waits for a request.
  public void pause() throws IOException {
    signal("STOP");
  }

  /// Resumes them.
  public void resume() throws IOException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    process.descendants().map(each -> Long.toString(each.pid())).forEach(command::add);
    try {
      // One that has just ended is no error.
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
    // Paused ones would outlive the one that has started them.
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
