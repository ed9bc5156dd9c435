package dev.atoll.app.pinned;

import dev.atoll.recipe.settings.SettingsLibrary;
import dev.atoll.testkit.CommitKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The runs whose outcomes are recorded. */
final class PinnedRuns {
  private static final List<String> MODELS = List.of("gcn", "sage", "gat");

  /** Recipes whose processes are started in every build. */
  private static final int SAMPLE = 5;

  private static final String SAMPLED = "recipe=distdgl ";
  private static final String FULL = "recipe=vanilla workers=2 ";
  private static final String PAIRS = "mode=sampled workers=2 ";

  /** Strategies that no recipe chooses, each on two workers. */
  private static final List<String> VARIANTS =
      List.of(
          SAMPLED + "batch=5 model.layers=3 fanouts=5,4,-1",
          SAMPLED + "columns=drawn columns.rate=0.5",
          SAMPLED + "columns=random columns.rate=0.5",
          SAMPLED + "columns=random columns.rate=0.5 columns.absent=mean",
          SAMPLED + "columns=top columns.rate=0.5",
          SAMPLED + "data=cora batch=40",
          SAMPLED + "data=multi-label",
          SAMPLED + "embeddings=sparse embeddings.width=6",
          SAMPLED + "embeddings=sparse embeddings.width=6 embeddings.optimizer=adam",
          SAMPLED + "exchange.codec=bf16",
          SAMPLED + "exchange.codec=fp16",
          SAMPLED + "exchange.codec=int8",
          SAMPLED + "features.normalize=row",
          SAMPLED + "features.normalize=standard",
          SAMPLED + "kernels=portable gemm=auto model.hidden=40 model=gat",
          SAMPLED + "kernels=vector gemm=vector model=gcn",
          SAMPLED + "kernels=vector gemm=vector model=sage",
          SAMPLED + "model.aggregator=max",
          SAMPLED + "model.linearInput=true model.linearOutput=true model.residual=true",
          SAMPLED + "model.norm=layer",
          SAMPLED + "optimizer=adamw weightDecay=0.01",
          SAMPLED + "optimizer=sgd weightDecay=0.01",
          SAMPLED + "partition.objective=volume",
          SAMPLED + "partitioner=blocks",
          SAMPLED + "partitioner=chunk",
          SAMPLED + "partitioner=pagraph",
          SAMPLED + "partitioner=random",
          SAMPLED + "partitioner=stream",
          SAMPLED + "placement=chunk",
          SAMPLED + "placement=multilevel placement.devices=2",
          SAMPLED + "placement=pagraph placement.devices=2",
          SAMPLED + "placement=random",
          SAMPLED + "placement=cached placement.devices=4 placement.groups=2+2",
          SAMPLED + "sampler=dgs",
          SAMPLED + "sampler=local-aware",
          SAMPLED + "sampler=local-aware sampler.scale=4",
          SAMPLED + "sampler=uniform",
          SAMPLED + "schedule=sequential",
          SAMPLED + "schedule=two-level",
          SAMPLED + "seed=7",
          SAMPLED + "shuffle=global",
          SAMPLED + "sync=parameter-server",
          SAMPLED + "topology=replicated",
          SAMPLED + "workers=1",
          SAMPLED + "workers=3",
          FULL + "clip=0.001",
          FULL + "data=cora",
          FULL + "data=multi-label",
          FULL + "exchange.codec=bf16",
          FULL + "exchange.codec=fp16",
          FULL + "exchange.codec=int8",
          FULL + "exchange.refresh=epoch-fixed",
          FULL + "exchange.refresh=peer-gap",
          FULL + "exchange.refresh=pipelined exchange.smoothing=both",
          FULL + "exchange.rows=sampled-nodes exchange.rate=0.5 exchange.codec=int8",
          FULL + "inductive=true",
          FULL + "kernels=portable gemm=auto model.hidden=40 model=gat",
          FULL + "kernels=vector gemm=vector model=gcn",
          FULL + "kernels=vector gemm=vector model=sage",
          FULL + "model.inputDropout=0.2 model.attentionDropout=0.3 model=gat",
          FULL + "model.norm=layer model.layers=3",
          FULL + "partitioner=random",
          FULL + "sync=parameter-server",
          PAIRS + "task=edge data=relations",
          PAIRS + "task=link",
          PAIRS + "task=link data=relations link.decoder=complex select.metric=mrr",
          PAIRS + "task=link data=relations link.decoder=distmult select.metric=recall",
          PAIRS + "task=link link.decoder=cosine link.loss=softmax link.negatives=in-batch",
          PAIRS + "task=link link.decoder=mlp",
          PAIRS + "task=link link.loss=bpr link.negatives=degree select.metric=mrr",
          PAIRS + "task=link model=none embeddings=sparse embeddings.width=6",
          PAIRS + "task=link model=light embeddings=sparse embeddings.width=6",
          PAIRS + "task=unsupervised");

  private PinnedRuns() {}

  static Stream<PinnedRun> all() {
    return Stream.concat(recipes(), VARIANTS.stream().map(PinnedRun::new));
  }

  /** Every recipe with every model. */
  static Stream<PinnedRun> recipes() {
    return SettingsLibrary.RECIPES.names().stream()
        .flatMap(recipe -> MODELS.stream().map(model -> run(recipe, model)));
  }

  /** Every recipe with one model. */
  static Stream<PinnedRun> recipesOnce() {
    return SettingsLibrary.RECIPES.names().stream().map(recipe -> run(recipe, "sage"));
  }

  /** A few recipes of several workers, different ones for every commit. */
  static Stream<PinnedRun> sample() {
    List<String> recipes = new ArrayList<>(SettingsLibrary.RECIPES.names());
    recipes.remove("single");
    Collections.shuffle(recipes, CommitKeys.random());
    return recipes.stream().limit(SAMPLE).map(recipe -> run(recipe, "sage"));
  }

  /** Runs of all kinds, different ones for every commit. */
  static Stream<PinnedRun> drawn() {
    List<PinnedRun> runs = new ArrayList<>(all().toList());
    Collections.shuffle(runs, CommitKeys.random());
    return runs.stream().limit(Integer.getInteger("atoll.pinned.processes", 36));
  }

  private static PinnedRun run(String recipe, String model) {
    return new PinnedRun("recipe=%s model=%s".formatted(recipe, model));
  }
}
