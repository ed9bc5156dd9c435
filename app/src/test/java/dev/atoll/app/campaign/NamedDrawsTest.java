package dev.atoll.app.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamedDrawsTest {
  private static final int KEYS = 3000;

  /** Keys in documents are of no use if a recipe more gives them other cases. */
  @Test
  void aValueMoreAltersOnlyTheCasesThatTakeIt() {
    List<String> before = List.of("gcn", "sage", "gat");
    List<String> after = new ArrayList<>(before);
    after.add(1, "gin");
    int taken = 0;
    for (int key = 0; key < KEYS; key++) {
      var draws = new NamedDraws(key);
      String now = draws.any("model", after);
      if (now.equals("gin")) {
        taken++;
      } else {
        assertEquals(draws.any("model", before), now);
      }
    }
    assertEquals(0.25, taken / (double) KEYS, 4 * Math.sqrt(0.25 * 0.75 / KEYS));
  }

  @Test
  void drawsOfOtherNamesAreUnrelated() {
    int both = 0;
    for (int key = 0; key < KEYS; key++) {
      var draws = new NamedDraws(key);
      both += draws.oneIn(2, "model.norm") && draws.oneIn(2, "model.residual") ? 1 : 0;
      int number = draws.number("nodes", 60, 300);
      assertTrue(number >= 60 && number < 300);
    }
    assertEquals(0.25, both / (double) KEYS, 4 * Math.sqrt(0.25 * 0.75 / KEYS));
  }

  /** Choices that are known, so that a change of the draws is noticed. */
  @Test
  void aKeyDrawsTheSameAsEver() {
    var draws = new NamedDraws(1);
    assertEquals(329_036, draws.number("nodes", 0, 1_000_000));
    assertEquals(
        List.of("gat", "sage", "gcn"), draws.ranked("model", List.of("gcn", "sage", "gat")));
  }
}
