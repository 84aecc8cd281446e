package io.ndmap.fill.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChunkWordTest {

  @Test
  void hasItsFieldsWhereTheProtocolSays() {
    ChunkWord word = new ChunkWord(ChunkState.CLAIMED, 0x2abc, 0x12, 0x34, 0x89abcdefL);
    assertThat(word.bits()).isEqualTo(0x6abc_1234_89ab_cdefL);
    assertThat(ChunkWord.of(word.bits())).isEqualTo(word);
    assertThat(ChunkWord.state(word.bits())).isEqualTo(ChunkState.CLAIMED);
    assertThat(ChunkWord.slot(word.bits())).isEqualTo(0x2abc);
    assertThat(ChunkWord.of(-1))
        .isEqualTo(new ChunkWord(ChunkState.POISONED, 0x3fff, 255, 255, 0xffff_ffffL));
    assertThat(ChunkWord.of(ChunkWord.FREE)).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 0, 0, 0));
  }

  @Test
  void eachTransitionKeepsWhatItDoesNotChange() {
    ChunkWord free = new ChunkWord(ChunkState.FREE, 0, 1, 2, 0xffff_ffffL);
    ChunkWord claimed = free.claimedBy(7);
    assertThat(claimed).isEqualTo(new ChunkWord(ChunkState.CLAIMED, 7, 1, 2, 0));
    assertThat(claimed.done()).isEqualTo(new ChunkWord(ChunkState.DONE, 7, 1, 2, 0));
    assertThat(claimed.released()).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 1, 2, 0));
    assertThat(claimed.failed(3)).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 2, 2, 0));
    assertThat(claimed.failed(2)).isEqualTo(new ChunkWord(ChunkState.POISONED, 0, 2, 2, 0));
    assertThat(claimed.failed(0)).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 2, 2, 0));
    assertThat(claimed.died(4)).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 1, 3, 0));
    assertThat(claimed.died(3)).isEqualTo(new ChunkWord(ChunkState.POISONED, 0, 1, 3, 0));
    assertThat(claimed.died(3).reset()).isEqualTo(new ChunkWord(ChunkState.FREE, 0, 0, 0, 0));
  }

  @Test
  void countsOfFailuresAndDeathsDoNotOverflow() {
    ChunkWord often = new ChunkWord(ChunkState.CLAIMED, 1, 255, 255, 5);
    assertThat(often.failed(0).failures()).isEqualTo(255);
    assertThat(often.died(0).deaths()).isEqualTo(255);
    assertThat(often.failed(255).state()).isEqualTo(ChunkState.POISONED);
  }
}
