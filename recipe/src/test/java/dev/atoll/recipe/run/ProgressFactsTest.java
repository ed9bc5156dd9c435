package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProgressFactsTest {
  /** A file as it was written when all fields were components of one record. */
  private static final String WRITTEN =
      """
      {
        "pid" : 4711,
        "process" : "2026-03-01T10:00:00Z",
        "host" : "alpha",
        "begun" : "2026-03-01T10:00:01Z",
        "epochs" : 20,
        "resumedEpochs" : 5,
        "trainingBegun" : "2026-03-01T10:00:02Z",
        "deviceBytes" : 123456789012,
        "epoch" : 7,
        "step" : 3,
        "failure" : "disk full",
        "ended" : "2026-03-01T10:00:03Z",
        "backend" : "CPU, 2 threads"
      }\
      """;

  @Test
  void fieldsOfTheFileAreFlat() throws IOException {
    ProgressFacts facts = Json.read(WRITTEN, ProgressFacts.class);
    assertEquals(4711, facts.owner().pid());
    assertEquals(5, facts.start().resumedEpochs());
    assertEquals(3, facts.position().step());
    assertEquals("disk full", facts.end().failure());
    assertEquals("CPU, 2 threads", facts.backend());
    assertEquals(WRITTEN, Json.text(facts));
  }

  @Test
  void unknownFieldsAreLeftOut() throws IOException {
    String written =
        "{\"pid\":1,\"process\":\"p\",\"host\":\"h\",\"begun\":\"b\",\"backend\":\"c\"}";
    ProgressFacts facts = Json.read(written, ProgressFacts.class);
    assertNull(facts.start().epochs());
    assertNull(facts.position().epoch());
    assertNull(facts.end().ended());
    assertEquals(written, Json.line(facts));
  }

  @Test
  void anEmptyObjectIsRead() throws IOException {
    ProgressFacts facts = Json.read("{}", ProgressFacts.class);
    assertNull(facts.owner().pid());
    assertEquals("{}", Json.line(facts));
  }
}
