package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that workers with only the links of their own nodes learn the same as workers with all
 * links.
 */
class OwnLinksTest {
  @TempDir Path folder;

  private static TrainingPlan plan(
      LinkSpec.Source negatives, LinkSpec.Loss loss, Shuffle shuffle, int batch, int... fanouts) {
    var spec =
        new LinkSpec(
            Decoder.Kind.DOT,
            1,
            negatives,
            2,
            loss,
            false,
            LinkSpec.Metric.AUTO,
            List.of(1, 10),
            0);
    return TrainingPlan.of(Kind.SAGE.layers())
        .with(new Objective.Link(spec))
        .with(
            new SampledPlan(
                batch,
                new Fanouts(Arrays.stream(fanouts).boxed().toList()),
                new UniformSampling(),
                shuffle,
                Schedule.ahead(1),
                RowCodec.fp32()))
        .forEpochs(4);
  }

  private ShardFolder cut(Dataset dataset, int parts) throws IOException {
    return LocalTeam.cut(dataset, parts, folder.resolve("parts-" + parts));
  }

  private static Dataset split() {
    return new LinkSplit(0.1, 0.2, RandomKey.ofSeed(1)).of(SmallWorld.of(false));
  }

  /**
   * The order of links: validation and test links first, then training links by the owners of their
   * heads.
   */
  private static int[] order(Links links, ShardFolder shards) throws IOException {
    var numbers = shards.ordering();
    return IntStream.range(0, links.count())
        .boxed()
        .sorted(
            Comparator.comparing((Integer link) -> links.role(link) == Split.TRAIN)
                .thenComparing(
                    link -> links.role(link) == Split.TRAIN ? numbers.newOf(links.head(link)) : 0))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static Dataset with(Dataset dataset, int[] chosen, OptionalLong first) {
    Links all = dataset.links().orElseThrow();
    int most = Math.max(1, chosen.length);
    MemorySegment heads = dataset.memory().allocate(JAVA_INT, most);
    MemorySegment tails = dataset.memory().allocate(JAVA_INT, most);
    MemorySegment roles = dataset.memory().allocate(most);
    for (int i = 0; i < chosen.length; i++) {
      heads.setAtIndex(JAVA_INT, i, all.head(chosen[i]));
      tails.setAtIndex(JAVA_INT, i, all.tail(chosen[i]));
      roles.set(JAVA_BYTE, i, (byte) all.role(chosen[i]));
    }
    return dataset.with(
        new Links(chosen.length, heads, tails, Optional.empty(), 1, roles, true, first));
  }

  /** The links that each worker would have. */
  private static List<Dataset> shares(Dataset dataset, int[] order, ShardFolder shards)
      throws IOException {
    Links links = dataset.links().orElseThrow();
    var numbers = shards.ordering();
    int heldOut = links.count() - links.count(Split.TRAIN);
    int[] ends = new int[shards.book().parts() + 1];
    Arrays.fill(ends, heldOut);
    for (int i = heldOut; i < order.length; i++) {
      int owner = shards.book().owner(numbers.newOf(links.head(order[i])));
      Arrays.fill(ends, owner + 1, ends.length, i + 1);
    }
    ends[0] = 0;
    return IntStream.range(0, ends.length - 1)
        .mapToObj(
            part ->
                with(
                    dataset,
                    Arrays.copyOfRange(order, ends[part], ends[part + 1]),
                    OptionalLong.of(ends[part])))
        .toList();
  }

  /**
   * All links are in one step with all their neighbours, so that sums do not depend on their
   * owners.
   */
  @ParameterizedTest
  @EnumSource(
      value = LinkSpec.Source.class,
      names = {"UNIFORM", "DEGREE"})
  void threeWithTheirOwnLearnWhatOneWithAllLearns(LinkSpec.Source negatives) throws IOException {
    try (Dataset links = split()) {
      TrainingPlan plan = plan(negatives, LinkSpec.Loss.BCE, Shuffle.LOCAL, 1 << 20, -1, -1);
      ShardFolder three = cut(links, 3);
      int[] order = order(links.links().orElseThrow(), three);
      TrainingResult one =
          LocalTeam.train(with(links, order, OptionalLong.empty()), cut(links, 1), plan).getFirst();
      List<Dataset> own = shares(links, order, three);
      TrainingResult shared = LocalTeam.train(own::get, three, plan).getFirst();
      for (int epoch = 0; epoch < one.epochs().size(); epoch++) {
        assertEquals(one.epochs().get(epoch).loss(), shared.epochs().get(epoch).loss(), 2e-5);
      }
      one.evaluation()
          .test()
          .byName()
          .forEach(
              (name, figure) ->
                  assertEquals(figure, shared.evaluation().test().byName().get(name), 1e-2, name));
    }
  }

  /** Mini-batches are equal bit for bit if one worker's own links are all links. */
  @Test
  void oneWithItsOwnLearnsTheSameWeights() throws IOException {
    try (Dataset links = split()) {
      TrainingPlan plan =
          plan(LinkSpec.Source.UNIFORM, LinkSpec.Loss.SOFTMAX, Shuffle.LOCAL, 64, 5, 5);
      ShardFolder shards = cut(links, 1);
      int[] order = order(links.links().orElseThrow(), shards);
      Dataset all = with(links, order, OptionalLong.empty());
      Dataset own = shares(links, order, shards).getFirst();
      assertEquals(
          LocalTeam.train(all, shards, plan).getFirst().weightsSha256(),
          LocalTeam.train(own, shards, plan).getFirst().weightsSha256());
    }
  }

  @Test
  void aWorkerMayHaveNoLinks() throws IOException {
    try (Dataset links = split()) {
      ShardFolder two = cut(links, 2);
      int[] order = order(links.links().orElseThrow(), two);
      Dataset none = with(links, new int[0], OptionalLong.of(order.length));
      List<Dataset> own = List.of(shares(links, order, two).getFirst(), none);
      TrainingPlan plan =
          plan(LinkSpec.Source.UNIFORM, LinkSpec.Loss.BCE, Shuffle.LOCAL, 64, 5, 5).forEpochs(12);
      Scores test = LocalTeam.train(own::get, two, plan).getFirst().evaluation().test();
      // Of 223 links and as many pairs, scores at random have 0.5 ± 0.027.
      assertTrue(test.byName().get("auc") > 0.61, test.toString());
    }
  }

  @Test
  void ownLinksAreNotShuffledAmongWorkers() throws IOException {
    try (Dataset links = split()) {
      ShardFolder one = cut(links, 1);
      Dataset own = shares(links, order(links.links().orElseThrow(), one), one).getFirst();
      TrainingPlan plan =
          plan(LinkSpec.Source.UNIFORM, LinkSpec.Loss.BCE, Shuffle.GLOBAL, 64, 5, 5);
      Throwable e = assertThrows(RuntimeException.class, () -> LocalTeam.train(own, one, plan));
      while (e.getCause() != null) {
        e = e.getCause();
      }
      assertTrue(e.getMessage().contains("shuffle=global"), e.getMessage());
    }
  }
}
