package io.ndmap.fill.model;

import java.time.Instant;
import java.util.Optional;

/// A participant of a fill.
///
/// @param slot by which it is named
/// @param pid its process
/// @param kind `java`, `python`, or an unknown number
/// @param alive whether it holds its slot's lock; if not, its claims are free
/// @param stopped whether its process is stopped, by SIGSTOP or a debugger
/// @param joined when it joined, by its clock
/// @param committed how many chunks it has committed
/// @param last when it committed the last one, by its clock
/// @param claimed how many chunks it has claimed now
public record WorkerStatus(
    int slot,
    long pid,
    String kind,
    boolean alive,
    boolean stopped,
    Instant joined,
    long committed,
    Optional<Instant> last,
    long claimed) {}
