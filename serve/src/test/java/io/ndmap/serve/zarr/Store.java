package io.ndmap.serve.zarr;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Bodies;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Route;
import java.io.IOException;
import java.util.Map;

/// A route as a client of Zarr sees it: keys, and what is stored under them.
record Store(Route route) {

  Answer answer(String key) throws IOException {
    return route.answer(new Call(key, Map.of(), Map.of(), () -> {}));
  }

  byte[] bytes(String key) throws IOException {
    try (Answer answer = answer(key)) {
      return Bodies.bytes(answer);
    }
  }

  byte[] part(String key, long first, long count) throws IOException {
    try (Answer answer = answer(key)) {
      return Bodies.part(answer, first, count);
    }
  }

  String text(String key) throws IOException {
    return new String(bytes(key), UTF_8);
  }

  JsonObject json(String key) throws IOException {
    return JsonParser.parseString(text(key)).getAsJsonObject();
  }
}
