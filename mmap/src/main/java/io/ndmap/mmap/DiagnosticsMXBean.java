package io.ndmap.mmap;

import java.util.List;

/// [Diagnostics] by JMX, see [Diagnostics#register]. Each attribute is read at the moment at which
/// it is asked for.
public interface DiagnosticsMXBean {

  /// {@return the diagnostics for people, see [Diagnostics#text]}
  String getText();

  /// {@return whether the calls of the C library are made, see [Diagnostics#isNative]}
  boolean isNativeAccess();

  /// {@return how loops run, see [Diagnostics#loops]}
  String getLoops();

  /// {@return the loops that run by vectors by now, see [Diagnostics#vectorLoops]}
  List<String> getVectorLoops();

  /// {@return the system's setting of huge pages, see [Diagnostics#hugePages]}
  String getHugePages();

  /// {@return bytes of new arrays in huge pages, see [MemoryUse#hugePageBytes]}
  long getHugePageBytes();

  /// {@return the most bytes of new arrays in huge pages, see [Diagnostics#budget]}
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
