package io.ndmap.serve.tree;

import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The served arrays as one tree of names. A name consists of segments separated by `/`, such as
/// `runs/a.npy`. Names of archive members have the form `runs/all.npz::x`; the root's name is
/// empty. Nothing outside the served paths can be reached. Thread-safe.
public interface Tree {

  /// The kind of thing that a name refers to.
  enum Kind {
    DIRECTORY,
    ARCHIVE,
    ARRAY
  }

  /// A child of a directory or an archive.
  ///
  /// @param label the last part of the name: a file name, or a member's name, which may contain
  ///   slashes
  /// @param name the full name
  /// @param kind what the name refers to
  /// @param refused the reason why the child cannot be opened, or an empty string
  record Entry(String label, String name, Kind kind, String refused) {}

  /// Returns what a name refers to.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if nothing has this name, or with 403 if it may
  ///   not be read
  Kind kind(String name) throws IOException;

  /// The children of a directory, sorted by label; or of an archive, in the archive's order; or of
  /// the root, in the order of the served paths.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such directory or archive, or
  ///   with 403 if it may not be read
  List<Entry> list(String name) throws IOException;

  /// The description of an array from its file's header.
  ///
  /// @param name the name in the tree
  /// @param member the name of the archive member; empty if the array is a `.npy` file, even if its
  ///   name contains `::`
  /// @param header the header of the array
  /// @param etag as [OpenArray#etag]
  record Description(String name, Optional<String> member, NpyHeader header, String etag) {}

  /// Describes an array without reading its elements. A compressed member is inflated only as far
  /// as its header requires.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such array, or with 403 if its
  ///   file may not be read
  /// @throws io.ndmap.npy.NpyFormatException if the file is malformed
  Description describe(String name) throws IOException;

  /// Opens an array for one request.
  ///
  /// @throws io.ndmap.serve.answer.Problem with 404 if there is no such array, with 403 if its file
  ///   may not be read, or with 503 if there is no memory left for its inflated elements
  /// @throws io.ndmap.npy.NpyFormatException if the file is malformed or truncated
  OpenArray open(String name) throws IOException;
}
