package io.ndmap.mmap;

import java.util.List;

/// [Diagnostics] over JMX, see [Diagnostics#register]. Each attribute is collected when it is read.
public interface DiagnosticsMXBean {

  /// {@return the diagnostics as text, see [Diagnostics#text]}
  String getText();

  /// {@return whether ndmap calls the C library, see [Diagnostics#isNative]}
  boolean isNativeAccess();

  /// {@return whether loops use the Vector API, see [Diagnostics#loops]}
  String getLoops();

  /// {@return the loops that have used the Vector API so far, see [Diagnostics#vectorLoops]}
  List<String> getVectorLoops();

  /// {@return the system's setting of huge pages, see [Diagnostics#hugePages]}
  String getHugePages();

  /// {@return the bytes of new arrays in huge pages, see [MemoryUse#hugePageBytes]}
  long getHugePageBytes();

  /// {@return the maximum bytes of new arrays in huge pages, see [Diagnostics#budget]}
  long getHugePageBudget();

  /// {@return the number of mappings of files, see [MemoryUse#mappings]}
  long getMappings();

  /// {@return the bytes of address space of mapped files, see [MemoryUse#mappedBytes]}
  long getMappedBytes();

  /// {@return the number of arrays that were read into memory so far, see
  /// [Diagnostics#copiedFiles]}
  long getCopiedFiles();

  /// {@return the number of open leases, see [MemoryUse#leases]}
  long getLeases();

  /// {@return the leases with a name, see [MemoryUse#holders]}
  List<String> getLeaseHolders();

  /// {@return the number of staging buffers into which running operations copy elements, see
  /// [MemoryUse#stagingBuffers]}
  long getStagingBuffers();
}
