package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

final class ScratchMemoryTest {
  /** Small loans would otherwise occupy large memory, and the next large one allocates more. */
  @Test
  void aLoanIsOfTheSmallestMemoryThatIsLargeEnough() {
    try (var scratch = new ScratchMemory()) {
      ScratchMemory.Loan small = scratch.borrow(1_000);
      ScratchMemory.Loan large = scratch.borrow(1_000_000);
      long ofSmall = small.address();
      long ofLarge = large.address();
      assertNotEquals(ofSmall, ofLarge);
      small.close();
      large.close();
      try (ScratchMemory.Loan again = scratch.borrow(1_000);
          ScratchMemory.Loan other = scratch.borrow(1_000_000)) {
        assertEquals(ofSmall, again.address());
        assertEquals(ofLarge, other.address());
      }
    }
  }
}
