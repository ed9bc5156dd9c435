package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static Map<String, JsonNode> results() throws IOException {
    var json = new ObjectMapper();
    return Map.of(
        "a", json.readTree("{\"x\": 6, \"list\": [1, 5, 3], \"m+p\": {\"hits@10\": 0.5}}"),
        "b", json.readTree("{\"x\": 4, \"same\": true, \"name\": \"cora\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.x / b.x; 1.5",
        "1 + 2 * 3 - 4 / 2; 5",
        "-(a.x - b.x) * 100; -200",
        "max(a.list) / a.list.0; 5",
        "min(a.list) + sum(a.list) + mean(a.list) + last(a.list); 16",
        "a.\"m+p\".hits@10; 0.5",
        "b.same; 1",
        "least(a.x, b.x + 1, 9); 5",
        "best(a.x, 1, b.x, 2); 1",
        "best(b.x, 1, a.x, 2, 6, 3) * 2; 4",
        "8 - 2 - 1; 5",
        "8 / 2 / 2; 2"
      })
  void arithmeticOverResults(String formula, double expected) throws IOException {
    assertEquals(expected, Formula.value(formula, results()), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.y",
        "c.x",
        "b.name",
        "a.x +",
        "(a.x",
        "a.x b.x",
        "most(a.list)",
        "best(a.x)",
        ""
      })
  void mistakesAreNamed(String formula) throws IOException {
    var results = results();
    var problem =
        assertThrows(IllegalArgumentException.class, () -> Formula.value(formula, results));
    assertTrue(problem.getMessage().startsWith("formula '"), problem.getMessage());
  }

  @Test
  void bounds() {
    assertTrue(Bound.of("<= 0.12").holds(0.12));
    assertTrue(!Bound.of("<= 0.12").holds(0.13));
    assertTrue(Bound.of(">= -1").holds(-1));
    assertTrue(Bound.of("0.9..1.1").holds(1));
    assertTrue(!Bound.of("0.9..1.1").holds(1.2));
    assertThrows(IllegalArgumentException.class, () -> Bound.of("about 3"));
  }
}
