package dev.atoll.train.halo.bns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.RandomKey;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NodeDrawTest {
  @Test
  void theSmallestNumbersAreTaken() {
    var random = new Random(3);
    for (int n : new int[] {1, 2, 3, 16, 1000}) {
      for (int range : new int[] {2, 1_000_000}) {
        long[] numbers = LongStream.generate(() -> random.nextInt(range)).limit(n).toArray();
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        for (int count = 1; count <= n; count += 1 + n / 7) {
          assertEquals(
              sorted[count - 1], NodeDraw.largestOfSmallest(numbers.clone(), count), "n=" + n);
        }
      }
    }
    assertEquals(Long.MIN_VALUE, NodeDraw.largestOfSmallest(new long[0], 0));
  }

  @Test
  void drawsDependOnNamesAloneNotOnTheirOrder() {
    long[] names = LongStream.range(0, 50).map(i -> i * i).toArray();
    long[] turned = IntStream.range(0, 50).mapToLong(i -> names[49 - i]).toArray();
    var key = RandomKey.ofSeed(4);
    long[] one =
        Arrays.stream(NodeDraw.places(nodes(names), 9, key)).mapToLong(i -> names[i]).toArray();
    long[] other =
        Arrays.stream(NodeDraw.places(nodes(turned), 9, key))
            .mapToLong(i -> turned[i])
            .sorted()
            .toArray();
    assertArrayEquals(one, other);
  }

  private static BoundaryDraw.Nodes nodes(long[] ids) {
    return new BoundaryDraw.Nodes() {
      @Override
      public int count() {
        return ids.length;
      }

      @Override
      public long id(int place) {
        return ids[place];
      }
    };
  }

  @Test
  void probabilitiesFollowTheNormsUpToOne() {
    float[] plain = ImportanceChoice.probabilities(new float[] {1, 2, 3, 4}, 0.25);
    assertArrayEquals(new float[] {0.1f, 0.2f, 0.3f, 0.4f}, plain, 1e-6f);
    float[] capped = ImportanceChoice.probabilities(new float[] {1, 1, 2, 16}, 0.5);
    assertArrayEquals(new float[] {0.25f, 0.25f, 0.5f, 1}, capped, 1e-6f);
    assertArrayEquals(
        new float[] {1, 1}, ImportanceChoice.probabilities(new float[] {1, 9}, 1), 1e-6f);
  }
}
