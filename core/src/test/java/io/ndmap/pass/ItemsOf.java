package io.ndmap.pass;

import io.ndmap.nd.NdView;

/// The elements of a view, for tests of what is below the views.
public final class ItemsOf {

  private ItemsOf() {}

  public static Items items(NdView<?> view) {
    return new Items(
        view.segment(), view.strided(), view.dtype(), view.backing(), view.execution());
  }

  public static NdView<?> view(Items items) {
    return NdView.of(items.segment(), items.dtype(), items.strided(), items.backing())
        .on(items.execution());
  }
}
