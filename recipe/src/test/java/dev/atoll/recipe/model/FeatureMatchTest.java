package dev.atoll.recipe.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Features;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The features of another import in the columns of a model. */
class FeatureMatchTest {
  private static final EncodedColumn CITY = categories("city", "Oslo", "Rome");
  private static final EncodedColumn AGE =
      new EncodedColumn(
          "age", "number", 1, List.of(), new EncodedColumn.Numbers(40, 1, false, false));

  @Test
  void columnsAndCategoriesAreMatchedByName() {
    var match =
        new FeatureMatch(
            List.of(AGE, categories("city", "Bonn", "Rome", "Oslo")), List.of(CITY, AGE), "d");
    assertArrayEquals(
        new float[] {0, 1, 30, 1, 0, 50}, matched(match, 4, 30, 0, 1, 0, 50, 0, 0, 1));
    assertEquals(List.of(), match.remarks());
  }

  @Test
  void numbersGetTheScaleOfTheModel() {
    var own =
        new EncodedColumn(
            "age", "standard", 1, List.of(), new EncodedColumn.Numbers(20, 10, true, true));
    var wanted =
        new EncodedColumn(
            "age", "standard", 1, List.of(), new EncodedColumn.Numbers(30, 5, true, true));
    var match = new FeatureMatch(List.of(own), List.of(wanted), "d");
    assertArrayEquals(new float[] {2, 0, 0, 1}, matched(match, 2, 2, 0, 0, 1));
  }

  @Test
  void categoriesThatTheModelLacksAreCounted() {
    var match =
        new FeatureMatch(
            List.of(categories("city", "Atlantis", "Rome", "Thule"), categories("job", "x", "y")),
            List.of(CITY, categories("job", "x")),
            "d");
    float[] found = matched(match, 5, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1);
    assertArrayEquals(new float[] {0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0}, found);
    assertEquals(
        List.of(
            "column 'city': 3 nodes with values that the model was not trained with, such as"
                + " 'Atlantis'; these set no feature",
            "column 'job': 1 node with values that the model was not trained with, such as 'y';"
                + " these set no feature"),
        match.remarks());
  }

  @Test
  void columnsThatDoNotFitAreRefused() {
    refused(List.of(AGE), "no column city, which the model was trained with; found age");
    refused(
        List.of(
            new EncodedColumn(
                "city", "number", 1, List.of(), new EncodedColumn.Numbers(0, 1, false, false))),
        "column 'city' was encoded by number in 1 columns, the model knows it by onehot in 2");
  }

  private static void refused(List<EncodedColumn> has, String message) {
    var e =
        assertThrows(BadDataException.class, () -> new FeatureMatch(has, List.of(CITY), "data"));
    assertTrue(e.getMessage().contains("data: " + message), e.getMessage());
  }

  private static EncodedColumn categories(String column, String... values) {
    return new EncodedColumn(column, "onehot", values.length, List.of(values), null);
  }

  /** Maps rows of a width, given one after the other. */
  private static float[] matched(FeatureMatch match, int width, float... rows) {
    try (Arena arena = Arena.ofConfined()) {
      var features =
          new Features.Dense(
              rows.length / width, width, Features.Element.F32, MemorySegment.ofArray(rows));
      return match.of(features, arena).data().toArray(JAVA_FLOAT);
    }
  }
}
