package io.ndmap.mpi;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The keys that MPI-IO understands. Libraries silently ignore all other keys (MPI 3.1, chapter 9),
/// including misspelt ones.
final class Hints {

  /// The hints of MPI (section 13.2.8) and of ROMIO, which MPICH and most others use.
  private static final Set<String> KNOWN =
      Set.of(
          "access_style",
          "cb_block_size",
          "cb_buffer_size",
          "cb_config_list",
          "cb_nodes",
          "chunked",
          "chunked_item",
          "chunked_size",
          "collective_buffering",
          "direct_read",
          "direct_write",
          "file_perm",
          "filename",
          "ind_rd_buffer_size",
          "ind_wr_buffer_size",
          "io_node_list",
          "nb_proc",
          "num_io_nodes",
          "overstriping_ratio",
          "romio_aggregator_list",
          "romio_cb_alltoall",
          "romio_cb_ds_threshold",
          "romio_cb_fr_alignment",
          "romio_cb_fr_types",
          "romio_cb_pfr",
          "romio_cb_read",
          "romio_cb_write",
          "romio_ds_read",
          "romio_ds_write",
          "romio_filesystem_type",
          "romio_min_fdomain_size",
          "romio_no_indep_rw",
          "romio_synchronized_flush",
          "romio_visibility_immediate",
          "start_iodevice",
          "striping_factor",
          "striping_unit");

  /// The prefixes of the hints of file systems and vendors.
  private static final List<String> FAMILIES =
      List.of("romio_lustre_", "cray_", "gpfs_", "ibm_", "mpi_", "ompi_", "panfs_", "pvfs2_");

  private Hints() {}

  /// @throws IllegalArgumentException if the key is not in the list and has none of the prefixes
  static void requireKnown(String key) {
    if (!KNOWN.contains(key) && FAMILIES.stream().noneMatch(key::startsWith)) {
      throw new IllegalArgumentException(
          "there is no hint '%s' of MPI-IO; the nearest is %s".formatted(key, nearest(key)));
    }
  }

  private static String nearest(String key) {
    return KNOWN.stream()
        .min(
            Comparator.comparingInt((String known) -> distance(known, key))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /// Returns the Levenshtein distance of two keys.
  private static int distance(String from, String to) {
    int[] last = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] next = new int[to.length() + 1];
      next[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        next[j] = Math.min(replaced, 1 + Math.min(last[j], next[j - 1]));
      }
      last = next;
    }
    return last[to.length()];
  }
}
