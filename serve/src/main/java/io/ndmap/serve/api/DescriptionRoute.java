package io.ndmap.serve.api;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// `/openapi.json`: the description of the API in the OpenAPI format.
public record DescriptionRoute() implements Route {

  @Override
  public Answer answer(Call call) throws IOException {
    if (!call.path().isEmpty()) {
      throw new Problem(404, "there is nothing below /openapi.json");
    }
    try (InputStream in = DescriptionRoute.class.getResourceAsStream("openapi.json")) {
      return Answer.of(Json.TYPE, Objects.requireNonNull(in).readAllBytes());
    }
  }
}
