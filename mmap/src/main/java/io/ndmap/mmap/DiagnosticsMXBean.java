package io.ndmap.mmap;

import java.util.List;

/// [Diagnostics] over JMX, see [Diagnostics#register]. Each attribute is collected when it is read.
public interface DiagnosticsMXBean {

  /// {@return the diagnostics as text, see [Diagnostics#text]}
  String getText();

  /// {@return whether functions of the C library are called, see [Diagnostics#isNative]}
  boolean isNativeAccess();

  /// {@return how loops run, see [Diagnostics#loops]}
  String getLoops();

  /// {@return the loops that use the Vector API so far, see [Diagnostics#vectorLoops]}
  List<String> getVectorLoops();

  /// {@return the system's setting of huge pages, see [Diagnostics#hugePages]}
  String getHugePages();

  /// {@return bytes of new arrays in huge pages, see [MemoryUse#hugePageBytes]}
  long getHugePageBytes();

  /// {@return the maximum bytes of new arrays in huge pages, see [Diagnostics#budget]}
  long getHugePageBudget();

  /// {@return mappings of files, see [MemoryUse#mappings]}
  long getMappings();

  /// {@return bytes of address space of mapped files, see [MemoryUse#mappedBytes]}
  long getMappedBytes();

  /// {@return arrays that were read into memory since the start, see [Diagnostics#copiedFiles]}
  long getCopiedFiles();

  /// {@return open leases, see [MemoryUse#leases]}
  long getLeases();

  /// {@return the leases with a name, see [MemoryUse#holders]}
  List<String> getLeaseHolders();

  /// {@return buffers that running operations copy elements to, see [MemoryUse#stagingBuffers]}
  long getStagingBuffers();
}
