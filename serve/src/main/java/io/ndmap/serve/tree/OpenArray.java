package io.ndmap.serve.tree;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;

/// An array that is open for one request.
///
/// @param name its name in the tree
/// @param header what its file says of it
/// @param view its elements, read-only, until this is closed
/// @param etag changes with the file: from its identity, size and times; without quotes
/// @param end what closing does
public record OpenArray(String name, NpyHeader header, NdView<?> view, String etag, Runnable end)
    implements AutoCloseable {

  @Override
  public void close() {
    end.run();
  }
}
