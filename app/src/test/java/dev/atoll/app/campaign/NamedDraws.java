package dev.atoll.app.campaign;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random choices, each a function of a key and a name, not of the choices before it: a key gives
 * the same ones when choices are added.
 */
record NamedDraws(long key) {
  private SplittableRandom random(String name) {
    long hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = 31 * hash + name.charAt(i);
    }
    return new SplittableRandom(new SplittableRandom(key ^ hash).nextLong());
  }

  int number(String name, int from, int to) {
    return random(name).nextInt(from, to);
  }

  boolean oneIn(int cases, String name) {
    return random("whether " + name).nextInt(cases) == 0;
  }

  String any(String name, String... values) {
    return any(name, List.of(values));
  }

  /** The value whose own draw is the highest: another value more takes its share from all. */
  String any(String name, List<String> values) {
    return ranked(name, values).getFirst();
  }

  /** Values by their own draws, highest first. */
  List<String> ranked(String name, Collection<String> values) {
    return values.stream()
        .sorted(
            Comparator.<String>comparingLong(value -> random(name + "=" + value).nextLong())
                .reversed())
        .toList();
  }
}
