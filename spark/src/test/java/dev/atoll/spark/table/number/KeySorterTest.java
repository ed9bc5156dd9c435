package dev.atoll.spark.table.number;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySorterTest {
  private static final int IN_MEMORY = 8;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 16, 17, 1000})
  void keysComeInOrderHoweverMany(int count) throws IOException {
    long[] keys = new Random(count).longs(count, 0, Math.max(1, count / 2)).toArray();
    LongStream.Builder sorted = LongStream.builder();
    try (var sorter = new KeySorter(folder, IN_MEMORY)) {
      for (long key : keys) {
        sorter.add(key);
      }
      sorter.drain(sorted::add);
    }
    Arrays.sort(keys);
    assertArrayEquals(keys, sorted.build().toArray());
    try (var left = Files.list(folder)) {
      assertArrayEquals(new Path[0], left.toArray());
    }
  }
}
