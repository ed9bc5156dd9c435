package dev.atoll.train.schedule.twolevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageGateTest {
  @Test
  void olderBatchesComeFirstThenCheaperTasksThenTheFirstToAsk() {
    var gate = new StageGate<Runnable>(1, Runnable::run);
    List<String> ran = new ArrayList<>();
    gate.ask(new StageGate.Urgency(9, 9), () -> ran.add("first"));
    gate.ask(new StageGate.Urgency(2, 1), () -> ran.add("younger"));
    gate.ask(new StageGate.Urgency(1, 50), () -> ran.add("dear"));
    gate.ask(new StageGate.Urgency(1, 5), () -> ran.add("cheap"));
    gate.ask(new StageGate.Urgency(1, 5), () -> ran.add("cheap too"));
    for (int i = 0; i < 4; i++) {
      gate.leave().run();
    }
    assertNull(gate.leave());
    assertEquals(1, gate.handOvers(), "only the first found a free turn");
    assertEquals(List.of("first", "cheap", "cheap too", "dear", "younger"), ran);
  }

  @Test
  void onlySoManyRunAtATime() {
    var gate = new StageGate<Runnable>(2, Runnable::run);
    List<Integer> ran = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int stage = i;
      gate.ask(new StageGate.Urgency(i, 0), () -> ran.add(stage));
    }
    assertEquals(List.of(0, 1), ran);
    assertTrue(gate.letsGoOn(new StageGate.Urgency(2, 0)));
    assertFalse(gate.letsGoOn(new StageGate.Urgency(2, 1)));
    gate.leave().run();
    assertEquals(List.of(0, 1, 2), ran);
    gate.release();
    assertEquals(List.of(0, 1, 2, 3), ran);
    assertEquals(3, gate.handOvers());
  }
}
