package io.ndmap.format.container;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/// An open file of named arrays: an archive or a `.safetensors` file.
public interface ArrayContainer extends Closeable {

  /// An array of a file, mapped or inflated when its elements are requested.
  interface Array {

    /// Its name in the file, as NumPy lists it; empty for the only array of a file.
    String key();

    /// Its header.
    NpyHeader header() throws IOException;

    /// Its elements, until the file is closed.
    NdView<?> view() throws IOException;

    /// The bytes of memory that the first call of [#view] takes until the file is closed; 0 if the
    /// elements are mapped in place.
    long inflatedBytes();
  }

  /// A member of a container, which is an [Array] if its [#kind] is.
  interface Member extends Array {

    /// The kinds of member.
    enum Kind {
      /// An array.
      ARRAY,
      /// A tensor of a type that ndmap does not support.
      UNSUPPORTED,
      /// A file in an archive that is not an array.
      FILE
    }

    /// Its name in the file, with `.npy` in an archive. It is a label, not a path.
    String name();

    /// Its kind.
    Kind kind() throws IOException;

    /// The type and shape of a tensor in the terms of its format; empty in archives.
    String type();

    /// The number of its bytes.
    long size();

    /// A stream of its bytes, for one thread; to be closed before the container.
    InputStream bytes() throws IOException;

    /// Writes it into a new file: an array becomes a `.npy` file. The file appears complete, or not
    /// at all.
    ///
    /// @param replacing whether an existing file is replaced
    void extract(Path target, boolean replacing) throws IOException;
  }

  /// The members.
  List<? extends Member> members();

  /// A member.
  ///
  /// @param name its name; of an array in an archive also without `.npy`
  /// @throws NoSuchElementException if there is no member of this name
  Member member(String name);
}
