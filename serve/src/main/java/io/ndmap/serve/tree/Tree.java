package io.ndmap.serve.tree;

import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The served arrays, as one tree of names. A name is the text of parts divided by `/`, such as
/// `runs/a.npy`; that of a member is `runs/all.npz::x`, and the root's is empty. Nothing outside
/// the served paths can be reached. Thread-safe.
public interface Tree {

  /// The kind of a name.
  enum Kind {
    DIRECTORY,
    ARCHIVE,
    ARRAY
  }

  /// A child of a directory or an archive.
  ///
  /// @param label its last part: the file's name, or the member's, which may contain slashes
  /// @param name its whole name
  /// @param kind what it is
  /// @param refused why it cannot be opened, or empty
  record Entry(String label, String name, Kind kind, String refused) {}

  /// The kind of a name.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is nothing
  Kind kind(String name) throws IOException;

  /// The children of a directory or an archive, by label.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such directory or archive
  List<Entry> list(String name) throws IOException;

  /// The description of an array by its file.
  ///
  /// @param name its name in the tree
  /// @param member the end of the name, which is that of a member of an archive; nothing if the
  ///   array is a file, whatever its name contains
  /// @param header its header
  /// @param etag as [OpenArray#etag]
  record Description(String name, Optional<String> member, NpyHeader header, String etag) {}

  /// Describes an array by its file; nothing is mapped or inflated for it that was not before.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such array
  /// @throws io.ndmap.npy.NpyFormatException if its file is not one of an array
  Description describe(String name) throws IOException;

  /// Opens an array until it is closed.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such array
  /// @throws io.ndmap.npy.NpyFormatException if its file is not one of an array, or is truncated
  OpenArray open(String name) throws IOException;
}
