package dev.atoll.formats.table;

import dev.atoll.graph.Split;
import java.util.Locale;
import java.util.OptionalInt;

/** What tables call training, validation and test nodes. */
public final class RoleWords {
  private RoleWords() {}

  public static OptionalInt role(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "train", "training", "tr", "0" -> OptionalInt.of(Split.TRAIN);
      case "val", "valid", "validation", "dev", "va", "1" -> OptionalInt.of(Split.VALIDATION);
      case "test", "testing", "te", "2" -> OptionalInt.of(Split.TEST);
      case "", "none", "-1", "nan" -> OptionalInt.of(Split.NONE);
      default -> OptionalInt.empty();
    };
  }
}
