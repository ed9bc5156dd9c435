package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.LinkSpec.Loss;
import dev.atoll.train.plan.LinkSpec.Metric;
import dev.atoll.train.plan.LinkSpec.Source;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Losses of links: their values by hand, their gradients by differences. */
class NegativeBatchTest {
  private static final int NODES = 9;
  private static final int WIDTH = 6;
  private static final float STEP = 2e-3f;

  private final CpuBackend cpu = CpuBackend.open(1);
  private final DeviceMemory memory = new DeviceMemory(cpu);
  private final Workspace steps = cpu.newWorkspace();
  private final Workspace batch = cpu.newWorkspace();
  private final Arena arena = Arena.ofShared();

  @AfterEach
  void close() {
    batch.close();
    steps.close();
    memory.close();
    cpu.close();
    arena.close();
  }

  static Stream<LinkSpec> specs() {
    var specs = new ArrayList<LinkSpec>();
    for (Decoder.Kind decoder : Decoder.Kind.values()) {
      specs.add(spec(decoder, Source.UNIFORM, 3, Loss.BCE));
      specs.add(spec(decoder, Source.DEGREE, 2, Loss.BPR));
      if (decoder != Decoder.Kind.MLP) {
        specs.add(spec(decoder, Source.UNIFORM, 4, Loss.SOFTMAX));
        specs.add(spec(decoder, Source.IN_BATCH, 1, Loss.BCE));
        specs.add(spec(decoder, Source.ALL, 1, Loss.SOFTMAX));
      }
    }
    return specs.stream();
  }

  private static LinkSpec spec(Decoder.Kind decoder, Source negatives, int count, Loss loss) {
    return new LinkSpec(decoder, 0.5f, negatives, count, loss, true, Metric.AUTO, List.of(1), 0);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void gradientsAreSlopes(LinkSpec spec) {
    NegativeBatch.Common common = common(spec);
    NegativeBatch contrast = common.contrast();
    var rows = new DistinctNodes(NODES);
    Pairs pairs = new Pairs.OfLinks(links());
    pairs.begin(new long[] {0, 1, 2, 5}, 0, 4);
    contrast.draw(pairs, 4, RandomKey.ofSeed(2));
    contrast.request(pairs, 4, rows);
    BatchLoss objective = contrast.objective(batch, 4);
    Parameter x = parameter(rows.count());
    var all = new ArrayList<Parameter>(common.decoder().parameters());
    all.add(x);
    loss(common, contrast, objective, x, true);
    for (Parameter p : all) {
      float[] slope = elements(p.grad());
      for (int i = 0; i < slope.length; i++) {
        float before = at(p.value(), i);
        set(p.value(), i, before + STEP);
        double up = loss(common, contrast, objective, x, false);
        set(p.value(), i, before - STEP);
        double down = loss(common, contrast, objective, x, false);
        set(p.value(), i, before);
        assertEquals((up - down) / (2 * STEP), slope[i], 4e-3, p.name() + " cell " + i);
      }
    }
  }

  private double loss(
      NegativeBatch.Common common,
      NegativeBatch contrast,
      BatchLoss objective,
      Parameter x,
      boolean back) {
    steps.reset();
    var tape = Tape.recording(cpu.kernels(), steps);
    Var out = contrast.decode(tape, common.decoder().prepare(tape.use(x)).retain());
    Matrix loss = steps.matrix(1, 1);
    Matrix grad = steps.matrix(out.rows(), out.cols());
    objective.evaluate(cpu.kernels(), out.value(), loss, grad);
    double value = loss.data().get(JAVA_FLOAT, 0);
    if (back) {
      tape.backward(out, grad);
    }
    return value;
  }

  /**
   * If all rows are equal, so are all scores: the loss is a softmax over the negatives that count.
   */
  @Test
  void knownTailsCarryNoLoss() {
    NegativeBatch.Common common = common(spec(Decoder.Kind.DOT, Source.ALL, 1, Loss.SOFTMAX));
    NegativeBatch contrast = common.contrast();
    var rows = new DistinctNodes(NODES);
    Pairs pairs = new Pairs.OfLinks(links());
    pairs.begin(new long[] {0}, 0, 1);
    contrast.draw(pairs, 1, RandomKey.ofSeed(2));
    contrast.request(pairs, 1, rows);
    BatchLoss objective = contrast.objective(batch, 1);
    Matrix ones = memory.matrix(rows.count(), WIDTH);
    cpu.kernels().fill(1, ones);
    var x = new Parameter("x", ones, memory.matrix(rows.count(), WIDTH));
    double loss = loss(common, contrast, objective, x, false);
    // head 0 has tails 1 and 2 under relation 0: of nine candidates seven are left, and the link
    assertEquals(Math.log(8), loss, 1e-5);
  }

  @Test
  void settingsThatDoNotFitAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> spec(Decoder.Kind.MLP, Source.UNIFORM, 4, Loss.SOFTMAX));
    assertThrows(
        IllegalArgumentException.class, () -> spec(Decoder.Kind.DOT, Source.IN_BATCH, 4, Loss.BPR));
    assertThrows(
        IllegalArgumentException.class, () -> spec(Decoder.Kind.DOT, Source.UNIFORM, 0, Loss.BCE));
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new LinkSpec(
                    Decoder.Kind.DOT,
                    1,
                    Source.UNIFORM,
                    1,
                    Loss.BCE,
                    true,
                    Metric.MRR,
                    List.of(10),
                    5));
    assertTrue(e.getMessage().contains("link.hits=10 with link.candidates=5"), e.getMessage());
  }

  private NegativeBatch.Common common(LinkSpec spec) {
    Links links = links();
    KnownLinks known = KnownLinks.of(links, NODES, _ -> true);
    int[] candidates = Negatives.candidates(links, NODES);
    var kind = spec.negatives() == Source.DEGREE ? Negatives.Kind.DEGREE : Negatives.Kind.UNIFORM;
    var factory = new ParameterFactory(memory, RandomKey.ofSeed(4));
    Decoder decoder = Decoder.create(spec.decoder(), WIDTH, 4, spec.temperature(), factory);
    return new NegativeBatch.Common(
        spec, known, Negatives.of(kind, candidates, known), candidates, decoder, NODES, cpu);
  }

  private Links links() {
    return Links.all(
        4,
        arena.allocateFrom(JAVA_INT, 0, 3, 0, 5),
        arena.allocateFrom(JAVA_INT, 1, 4, 2, 6),
        Optional.of(arena.allocateFrom(JAVA_INT, 0, 1, 0, 1)),
        2,
        arena.allocate(4),
        false);
  }

  private Parameter parameter(int rows) {
    Matrix value = memory.matrix(rows, WIDTH);
    float[] elements = new float[rows * WIDTH];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) (2 * RandomKey.ofSeed(9).unit(i) - 1);
    }
    cpu.upload(MemorySegment.ofArray(elements), value);
    return new Parameter("rows", value, memory.matrix(rows, WIDTH));
  }

  private float[] elements(Matrix m) {
    float[] elements = new float[m.rows() * m.cols()];
    cpu.download(m, MemorySegment.ofArray(elements));
    return elements;
  }

  private static long offset(Matrix m, int cell) {
    return cell / m.cols() * m.rowBytes() + (long) cell % m.cols() * Float.BYTES;
  }

  private static float at(Matrix m, int cell) {
    return m.data().get(JAVA_FLOAT, offset(m, cell));
  }

  private static void set(Matrix m, int cell, float value) {
    m.data().set(JAVA_FLOAT, offset(m, cell), value);
  }
}
