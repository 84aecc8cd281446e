package io.ndmap.pickle;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A UUID, whose state is a dict with its 128 bits as an integer.
final class UnbuiltUuid extends Unbuilt {

  private static final int BITS = 128;

  UnbuiltUuid() {
    super(null);
  }

  @Override
  Object valueOf(@Nullable Object state) {
    if (!(state instanceof Map<?, ?> dict) || dict.get("int") == null) {
      throw new BadValueException("uuid.UUID needs a dict with 'int', found " + state(state));
    }
    BigInteger bits = new Arguments("uuid.UUID", List.of(dict.get("int"))).integer(0);
    if (bits.signum() < 0 || bits.bitLength() > BITS) {
      throw new BadValueException("uuid.UUID needs an int of " + BITS + " bits, found another");
    }
    return new UUID(bits.shiftRight(Long.SIZE).longValue(), bits.longValue());
  }

  private static String state(@Nullable Object state) {
    return state instanceof Map<?, ?> ? "one without" : Arguments.describe(state);
  }

  @Override
  String describe() {
    return "uuid.UUID";
  }
}
