package io.ndmap.serve.api;

import com.google.gson.stream.JsonWriter;
import io.ndmap.format.json.AsciiJsonWriter;
import io.ndmap.format.json.JsonNesting;
import io.ndmap.format.json.JsonValues;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/// Elements as nested lists: the same text as under `values` in the output of `ndmap get --json`.
final class JsonBody implements Answer.Pieces {

  private final Selected selected;
  private final StringWriter text = new StringWriter();
  private final JsonWriter json = new JsonWriter(new AsciiJsonWriter(text));
  private final JsonNesting nesting;
  private final ItemBlocks blocks;
  private boolean begun;

  JsonBody(Selected selected) {
    this.selected = selected;
    this.nesting = new JsonNesting(json, selected.items().shape());
    this.blocks = new ItemBlocks(selected.items(), 0);
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    NdView<?> items = selected.items();
    NdView<?> block = blocks.next();
    if (block == null && begun) {
      return false;
    }
    if (block == null) {
      // There are no elements: write the nested empty lists.
      JsonValues.write(items, json, JsonValues.LIMIT);
    } else {
      NdView<?> flat = block.flatten(Order.C);
      for (long i = 0; i < flat.size(0); i++) {
        nesting.before();
        JsonValues.item(json, flat.dtype(), flat.value(i));
        nesting.after();
      }
    }
    begun = true;
    json.flush();
    out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    text.getBuffer().setLength(0);
    return true;
  }

  @Override
  public long memory() {
    return blocks.textMemory();
  }

  @Override
  public void close() {
    selected.close();
  }
}
