package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
final class LaneTilesTest {
  private static final int ROWS = 128;
  private static final int COLS = 100;

  /** Every element gets every tile of every lane once, in the order of the lane. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16, 17, 45})
  void everyElementGetsTheTilesOfALaneInOrder(int tiles) {
    int lanes = Math.min(16, tiles);
    try (var team = new ThreadTeam(4)) {
      for (int threads : new int[] {1, 4, 16}) {
        var next = new int[lanes][ROWS * COLS];
        for (int lane = 0; lane < lanes; lane++) {
          Arrays.fill(next[lane], lane);
        }
        var units = units(tiles, lanes, threads);
        team.run(units.units(), _ -> units.runOne(unit -> addUp(unit, next[unit.lane()], lanes)));
        for (int lane = 0; lane < lanes; lane++) {
          for (int tile : next[lane]) {
            assertTrue(tile >= tiles && tile < tiles + lanes);
          }
        }
      }
    }
  }

  private static LaneTiles units(int tiles, int lanes, int threads) {
    var cut = ResultPanel.cut(ROWS, COLS, lanes, threads);
    return new LaneTiles(tiles, lanes, ResultPanel.whole(ROWS, COLS), cut);
  }

  private static void addUp(LaneTiles.Unit unit, int[] next, int lanes) {
    ResultPanel panel = unit.panel();
    assertEquals(unit.isFirst(), unit.tile() == unit.lane());
    for (int row = panel.row(); row < panel.endRow(); row++) {
      for (int column = panel.column(); column < panel.endColumn(); column++) {
        assertEquals(unit.tile(), next[row * COLS + column]);
        next[row * COLS + column] += lanes;
      }
    }
  }

  /** A lane stays behind its failed tile: threads that wait for it give up. */
  @Test
  void aFailureEndsAllUnits() {
    var failure = new IllegalStateException("tile 0");
    var ran = ConcurrentHashMap.newKeySet();
    try (var team = new ThreadTeam(4)) {
      var units = units(6, 2, 4);
      var thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  team.run(
                      units.units(),
                      _ ->
                          units.runOne(
                              unit -> {
                                if (unit.tile() == 0) {
                                  throw failure;
                                }
                                ran.add(unit.tile());
                              })));
      assertSame(failure, thrown);
      assertFalse(ran.contains(2));
    }
  }

  @Test
  void oneThreadNeedsNoPieces() {
    assertEquals(45, units(45, 16, 1).units());
  }
}
