package io.ndmap.cli.fill;

import com.google.gson.stream.JsonWriter;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Printable;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.PoisonedChunk;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.format.json.JsonNumbers;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Formats the status of a fill, for people and for scripts.
final class FillStatusReport {

  private FillStatusReport() {}

  static String state(FillStatus status) {
    return status.state().name().toLowerCase(Locale.ROOT);
  }

  private static String damage(FillStatus status) {
    return status.missingBytes() == 0
        ? ""
        : ", but its data end early: "
            + QuantityText.count(status.missingBytes(), "byte")
            + " missing, so it cannot be completed";
  }

  /// Returns the full status on several lines.
  static String table(FillStatus status) {
    StringBuilder text =
        new StringBuilder(
            Printable.line(status.file() + ": ") + state(status) + damage(status) + "\n");
    if (!status.isCounted()) {
      return text.toString();
    }
    FillProgress counts = status.progress();
    row(text, "chunks", Long.toString(counts.chunks()));
    row(text, "done", counts.done() + "  (" + percent(counts) + ")");
    row(
        text,
        "claimed",
        counts.claimed()
            + (status.dead() > 0 ? ", " + status.dead() + " of them by dead workers" : ""));
    row(text, "poisoned", Long.toString(counts.poisoned()));
    row(text, "rate", rate(status));
    for (WorkerStatus worker : status.workers()) {
      row(text, "worker " + worker.slot(), worker(worker));
    }
    for (PoisonedChunk chunk : status.poisoned()) {
      row(
          text,
          "chunk " + chunk.chunk(),
          "poisoned: "
              + QuantityText.count(chunk.failures(), "failure")
              + ", "
              + QuantityText.count(chunk.deaths(), "death")
              + chunk.reason().map(reason -> "; " + Printable.line(reason)).orElse(""));
    }
    return text.toString();
  }

  /// Returns the most important numbers on one line.
  static String line(FillStatus status) {
    FillProgress counts = status.progress();
    String text = Printable.line(status.file() + ": ") + state(status) + damage(status);
    if (status.state() != FillStatus.State.FILLING) {
      return text + "\n";
    }
    return text
        + ", "
        + counts.done()
        + " of "
        + counts.chunks()
        + " done, "
        + counts.claimed()
        + " claimed, "
        + status.dead()
        + " of them by dead workers, "
        + counts.poisoned()
        + " poisoned, "
        + status.workers().stream().filter(WorkerStatus::alive).count()
        + " alive\n";
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-12s %s%n", name, value));
  }

  private static String percent(FillProgress counts) {
    return String.format(
        Locale.ROOT, "%.1f %%", counts.done() * 100.0 / Math.max(1, counts.chunks()));
  }

  private static String rate(FillStatus status) {
    OptionalDouble rate = status.rate();
    OptionalDouble left = status.secondsLeft();
    return rate.isPresent() && left.isPresent()
        ? String.format(
            Locale.ROOT, "%.1f chunks/s, %.0f s left", rate.getAsDouble(), left.getAsDouble())
        : "not known yet";
  }

  private static String worker(WorkerStatus worker) {
    return (!worker.alive() ? "dead" : worker.stopped() ? "stopped" : "alive")
        + ", "
        + worker.kind()
        + ", process "
        + worker.pid()
        + ", "
        + QuantityText.count(worker.committed(), "chunk")
        + " done, "
        + worker.claimed()
        + " claimed, joined "
        + worker.joined().truncatedTo(ChronoUnit.SECONDS);
  }

  /// Writes the keys of one JSON object.
  static void write(JsonLine line, FillStatus status) throws IOException {
    FillProgress counts = status.progress();
    line.text("file", status.file().toString()).text("state", state(status));
    if (status.isCounted()) {
      line.number("chunks", counts.chunks()).number("done", counts.done());
    } else {
      line.missing("chunks").missing("done");
    }
    line.number("claimed", counts.claimed())
        .number("dead", status.dead())
        .number("poisoned", counts.poisoned())
        .number("missing_bytes", status.missingBytes());
    JsonWriter workers = line.value("workers").beginArray();
    for (WorkerStatus worker : status.workers()) {
      write(workers, worker);
    }
    var _ = workers.endArray();
    write(line.value("rate_per_s"), status.rate());
    write(line.value("eta_s"), status.secondsLeft());
    JsonWriter poisoned = line.value("poisoned_chunks").beginArray();
    for (PoisonedChunk chunk : status.poisoned()) {
      poisoned.beginObject();
      poisoned.name("chunk").value(chunk.chunk());
      poisoned.name("failures").value(chunk.failures());
      poisoned.name("deaths").value(chunk.deaths());
      write(poisoned.name("reason"), chunk.reason());
      poisoned.endObject();
    }
    var _ = poisoned.endArray();
  }

  private static void write(JsonWriter json, WorkerStatus worker) throws IOException {
    json.beginObject();
    json.name("slot").value(worker.slot());
    json.name("pid").value(worker.pid());
    json.name("kind").value(worker.kind());
    json.name("alive").value(worker.alive());
    json.name("stopped").value(worker.stopped());
    json.name("committed").value(worker.committed());
    json.name("claimed").value(worker.claimed());
    json.name("joined").value(worker.joined().toString());
    write(json.name("last"), worker.last().map(Instant::toString));
    json.endObject();
  }

  private static void write(JsonWriter json, Optional<String> text) throws IOException {
    if (text.isPresent()) {
      json.value(text.get());
    } else {
      json.nullValue();
    }
  }

  private static void write(JsonWriter json, OptionalDouble number) throws IOException {
    if (number.isPresent()) {
      JsonNumbers.write(json, number.getAsDouble());
    } else {
      json.nullValue();
    }
  }
}
