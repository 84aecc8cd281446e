package io.ndmap.serve.tree;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;

/// An array that is open for one request.
///
/// @param name the name in the tree
/// @param header the header of its file
/// @param view the elements, read-only; valid until this array is closed
/// @param etag an unquoted tag that changes with the file's identity, size and times
/// @param end called by `close`
public record OpenArray(String name, NpyHeader header, NdView<?> view, String etag, Runnable end)
    implements AutoCloseable {

  @Override
  public void close() {
    end.run();
  }
}
