package dev.atoll.graph.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Randomly;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTypeTest {
  private enum Shade {
    LIGHT,
    VERY_DARK
  }

  @Test
  void whatIsPrintedIsReadBack() {
    Randomly.tries(
        200,
        random -> {
          long low = random.nextLong(-1000, 1000);
          same(new KeyType.Whole(low, low + 500), low + random.nextLong(501));
          same(
              new KeyType.Wholes(-50, 50),
              IntStream.range(0, random.nextInt(1, 6))
                  .mapToObj(_ -> random.nextInt(-50, 51))
                  .toList());
          same(new KeyType.Decimal(-1e9, 1e9), random.nextDouble(-1e9, 1e9));
          same(new KeyType.Decimal(0, 1), Math.exp(-random.nextDouble(0, 300)));
          same(new KeyType.Flag(), random.nextBoolean());
          same(new KeyType.Text("a name"), "n" + random.nextInt());
        });
    for (String name : List.of("halo", "all")) {
      same(KeyType.Choice.of("halo", "all"), name);
    }
    for (Shade shade : Shade.values()) {
      same(new KeyType.Constant<>(Shade.class), shade);
    }
    assertEquals("very-dark", new KeyType.Constant<>(Shade.class).print(Shade.VERY_DARK));
  }

  private static <T> void same(KeyType<T> type, T value) {
    assertEquals(Optional.of(value), type.parse(type.print(value)));
    assertEquals(Optional.of(value), type.parse(" " + type.print(value) + " "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "0 | cannot be '0': allowed is a whole number from 1 to 64",
        "65 | cannot be '65': allowed is a whole number from 1 to 64",
        "1.5 | cannot be '1.5': allowed is a whole number from 1 to 64",
        "\"\" | cannot be '': allowed is a whole number from 1 to 64"
      })
  void otherTextsAreNoWholeNumbers(String text, String problem) {
    var type = new KeyType.Whole(1, 64);
    assertTrue(type.parse(text).isEmpty());
    assertEquals(problem, type.problem(text));
  }

  @Test
  void listsAreWholeOrNothing() {
    var type = new KeyType.Wholes(1, 20);
    for (String text : List.of("", "5,", ",5", "5,,5", "5,21", "5;6", "5,x")) {
      assertTrue(type.parse(text).isEmpty(), text);
    }
  }

  @Test
  void numbersBeyondTheRangeAndNoNumbersAreRefused() {
    var type = new KeyType.Decimal(0, 1);
    for (String text : List.of("", "NaN", "-0.1", "1.1", "Infinity", "1,5", "half")) {
      assertTrue(type.parse(text).isEmpty(), text);
    }
    assertEquals("a number of at least 0.0", new KeyType.Decimal(0, 1d / 0).allowed());
  }

  @Test
  void namesNearlyRightAreSuggested() {
    assertEquals(
        "cannot be 'hallo': allowed is one of halo, all; did you mean 'halo'?",
        KeyType.Choice.of("halo", "all").problem("hallo"));
    assertEquals(
        "cannot be 'VERY_DARK': allowed is one of light, very-dark; did you mean 'very-dark'?",
        new KeyType.Constant<>(Shade.class).problem("VERY_DARK"));
  }
}
