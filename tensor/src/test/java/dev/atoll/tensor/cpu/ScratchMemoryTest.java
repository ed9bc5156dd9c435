package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  @Test
  void smallLoansLeaveLargeMemoryToLargeOnes() {
    try (var scratch = new ScratchMemory()) {
      Set<Long> large = addresses(scratch, 10_000_000);
      List<ScratchMemory.Loan> small = loans(scratch, 1_000);
      assertEquals(large, addresses(scratch, 10_000_000));
      small.forEach(ScratchMemory.Loan::close);
    }
  }

  private static List<ScratchMemory.Loan> loans(ScratchMemory scratch, long bytes) {
    return IntStream.range(0, 4).mapToObj(_ -> scratch.borrow(bytes)).toList();
  }

  /** Where four loans at a time are. */
  private static Set<Long> addresses(ScratchMemory scratch, long bytes) {
    List<ScratchMemory.Loan> loans = loans(scratch, bytes);
    loans.forEach(ScratchMemory.Loan::close);
    return loans.stream().map(ScratchMemory.Loan::address).collect(Collectors.toSet());
  }
}
