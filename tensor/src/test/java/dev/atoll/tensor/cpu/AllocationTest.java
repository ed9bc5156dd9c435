package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.AttentionGradients;
import dev.atoll.tensor.AttentionScores;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.testkit.Allocation;
import dev.atoll.testkit.ChildJvm;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Once compiled, a kernel allocates next to nothing. Where the compiler fails to keep a vector in a
 * register it makes an object of it, tens of bytes for every few elements, and the kernel is slow.
 * What a virtual machine inlines depends on the order in which it compiles, so a kernel fails the
 * test if it allocates in each of several virtual machines.
 */
@Tag("slow")
final class AllocationTest {
  private static final int ROWS = 2_000;
  private static final int COLS = 100;
  private static final int HEADS = 4;

  /** Bytes of two objects a row; vectors as objects would make one for every few elements. */
  private static final long ALLOWED_BYTES = 200L * ROWS;

  private static final int MACHINES = 3;

  private final CpuBackend backend =
      CpuBackend.open(new CpuOptions(1, KernelSet.VECTOR, GemmLibrary.VECTOR));
  private final Workspace memory = backend.newWorkspace();
  private final Kernels kernels = backend.kernels();
  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void kernelsAllocateNothing() throws InterruptedException {
    SortedSet<String> tooMuch = new TreeSet<>(allocating());
    for (int machine = 1; machine < MACHINES && !tooMuch.isEmpty(); machine++) {
      tooMuch.retainAll(new ChildJvm(List.of(), Map.of()).run(AllocationTest.class));
    }
    assertEquals(Set.of(), tooMuch, "kernels that allocate");
  }

  /** Prints the kernels that allocate in this virtual machine, for {@link ChildJvm}. */
  public static void main(String[] args) {
    new AllocationTest().allocating().forEach(System.out::println);
  }

  private List<String> allocating() {
    try (backend;
        memory) {
      Map<String, Runnable> calls = calls();
      assertEquals(allKernels(), firstWords(calls.keySet()), "kernels that are called here");
      var tooMuch = new ArrayList<String>();
      calls.forEach(
          (name, kernel) -> {
            if (Allocation.settledBytesOf(ALLOWED_BYTES, kernel) > ALLOWED_BYTES) {
              tooMuch.add(name);
            }
          });
      return tooMuch;
    }
  }

  private static SortedSet<String> allKernels() {
    var names = new TreeSet<String>();
    for (Method kernel : Kernels.class.getMethods()) {
      names.add(kernel.getName());
    }
    return names;
  }

  private static SortedSet<String> firstWords(Set<String> names) {
    var words = new TreeSet<String>();
    names.forEach(name -> words.add(name.split(" ", 2)[0]));
    return words;
  }

  private Map<String, Runnable> calls() {
    Csr graph = graph();
    int elements = (int) graph.nonZeros();
    Csr scaled = graph.withScales(floats(ROWS), floats(ROWS)).withWeight(floats(elements));
    Matrix x = random(ROWS, COLS);
    Matrix y = random(ROWS, COLS);
    Matrix out = random(ROWS, COLS);
    Matrix half = memory.matrix(ROWS, COLS, DType.BF16);
    Matrix argmax = memory.matrix(ROWS, COLS, DType.I32);
    Matrix row = random(1, COLS);
    Matrix stats = random(ROWS, 2);
    Matrix one = random(1, 1);
    Matrix values = random(elements, HEADS);
    Matrix others = random(elements, HEADS);
    Matrix perRow = random(ROWS, HEADS);
    Matrix perHead = random(ROWS, HEADS);
    Matrix sumsPerHead = random(ROWS, HEADS);
    Matrix perEdge = random(elements, 1);
    Matrix square = random(COLS, COLS);
    Buffer ids = memory.buffer(DType.I32, ROWS);
    backend.upload(MemorySegment.ofArray(random.ints(ROWS, 0, ROWS).toArray()), ids);
    Buffer labels = memory.buffer(DType.I32, ROWS);
    backend.upload(MemorySegment.ofArray(random.ints(ROWS, 0, COLS).toArray()), labels);
    var dropout = new Dropout(0.5f, 1, null);
    var step = new AdamStep(0.01f, 0.9f, 0.999f, 1e-8f, 0.1f, false, 2);
    kernels.copy(x, half);
    kernels.multiply(stats, stats, 0, stats);

    var calls = new LinkedHashMap<String, Runnable>();
    calls.put("fill", () -> kernels.fill(1, out));
    calls.put("copy", () -> kernels.copy(x, out));
    calls.put("copy BF16", () -> kernels.copy(half, out));
    calls.put("add", () -> kernels.add(1, x, 0.5f, out));
    calls.put("multiply", () -> kernels.multiply(x, y, 1, out));
    calls.put("gemm NN", () -> kernels.gemm(false, x, false, square, 0, out));
    calls.put("gemm NT", () -> kernels.gemm(false, x, true, square, 0, out));
    calls.put("gemm TN", () -> kernels.gemm(true, x, false, y, 0, square));
    calls.put("spmm", () -> kernels.spmm(graph, x, 0, out));
    calls.put("spmm scaled", () -> kernels.spmm(scaled, x, 1, out));
    calls.put("spmm BF16", () -> kernels.spmm(graph, half, 0, out));
    calls.put("spmmMostlyZero", () -> kernels.spmmMostlyZero(graph, x, 0, out));
    calls.put("spmmHeads", () -> kernels.spmmHeads(graph, values, null, x, 0, out));
    calls.put("edgeDot", () -> kernels.edgeDot(graph, x, y, 0, values));
    calls.put("edgeDot of one head", () -> kernels.edgeDot(graph, x, y, 1, perEdge));
    calls.put("edgeDot of short heads", () -> kernels.edgeDot(graph, perRow, perRow, 0, values));
    calls.put("dropEdges", () -> kernels.dropEdges(scaled, dropout, perEdge));
    calls.put("edgeAdd", () -> kernels.edgeAdd(graph, perRow, perRow, values));
    calls.put("sumEdges", () -> kernels.sumEdges(graph, values, null, 0, perRow));
    calls.put("edgeSoftmax", () -> kernels.edgeSoftmax(graph, values, others));
    calls.put(
        "edgeSoftmaxBackward", () -> kernels.edgeSoftmaxBackward(graph, others, values, values));
    var scores =
        new AttentionScores(
            new SparseMatrix(graph, graph, edgeOrder(elements)), perRow, perRow, dropout, perHead);
    var gradients = new AttentionGradients(values, perHead, sumsPerHead, 0, out);
    calls.put("attention", () -> kernels.attention(scores, x, out));
    calls.put("attentionBackward", () -> kernels.attentionBackward(scores, x, y, gradients));
    calls.put("spmmMax", () -> kernels.spmmMax(graph, x, out, argmax));
    calls.put("spmmMaxBackward", () -> kernels.spmmMaxBackward(graph, argmax, x, 0, out));
    calls.put("gather", () -> kernels.gather(x, ids, out));
    calls.put("gather BF16", () -> kernels.gather(half, ids, out));
    calls.put("scatterAdd", () -> kernels.scatterAdd(x, ids, out));
    calls.put("sumRows", () -> kernels.sumRows(x, 0, row));
    for (Activation activation : Activation.values()) {
      calls.put("activate " + activation, () -> kernels.activate(activation, x, row, dropout, out));
      calls.put(
          "activateBackward " + activation,
          () -> kernels.activateBackward(activation, x, dropout, y, 1, out));
    }
    Matrix sum = random(1, COLS);
    calls.put(
        "activateBackwardSum",
        () -> kernels.activateBackwardSum(Activation.RELU, x, Dropout.NONE, out, 0, sum));
    calls.put("layerNorm", () -> kernels.layerNorm(x, row, row, 1e-5f, out, stats));
    calls.put(
        "layerNormBackward", () -> kernels.layerNormBackward(x, row, stats, y, 0, out, row, row));
    calls.put(
        "softmaxCrossEntropy", () -> kernels.softmaxCrossEntropy(x, labels, null, 1, one, out));
    calls.put("sigmoidCrossEntropy", () -> kernels.sigmoidCrossEntropy(x, y, 1, one, out));
    calls.put("sumOfSquares", () -> kernels.sumOfSquares(x, one));
    Matrix moments = memory.matrix(ROWS, COLS);
    kernels.fill(1, moments);
    calls.put("adam", () -> kernels.adam(step, x, y, out, moments));
    calls.put("sgd", () -> kernels.sgd(0.1f, 0.9f, 0.1f, x, y, out));
    calls.putAll(callsOfBf16(graph, scaled, row, ids));
    return calls;
  }

  private Buffer edgeOrder(int edges) {
    Buffer order = memory.buffer(DType.I32, edges);
    backend.upload(MemorySegment.ofArray(IntStream.range(0, edges).toArray()), order);
    return order;
  }

  private Map<String, Runnable> callsOfBf16(Csr graph, Csr scaled, Matrix row, Buffer ids) {
    Matrix x = bf16(ROWS, COLS);
    Matrix y = bf16(ROWS, COLS);
    Matrix out = bf16(ROWS, COLS);
    Matrix full = random(ROWS, COLS);
    Matrix square = random(COLS, COLS);
    var dropout = new Dropout(0.5f, 1, null);
    var calls = new LinkedHashMap<String, Runnable>();
    calls.put("copy to BF16", () -> kernels.copy(full, out));
    calls.put("copy of BF16", () -> kernels.copy(x, out));
    calls.put("gather of BF16", () -> kernels.gather(x, ids, out));
    calls.put("add of BF16", () -> kernels.add(1, x, 0.5f, out));
    calls.put("gemm NN of BF16", () -> kernels.gemm(false, x, false, square, 1, out));
    calls.put("gemm TN of BF16", () -> kernels.gemm(true, x, false, y, 0, square));
    calls.put("spmm of BF16", () -> kernels.spmm(graph, x, 0, out));
    calls.put("spmm scaled of BF16", () -> kernels.spmm(scaled, x, 1, out));
    Matrix narrow = bf16(ROWS, 2 * HEADS);
    Matrix narrowOut = bf16(ROWS, 2 * HEADS);
    calls.put("spmm narrow of BF16", () -> kernels.spmm(graph, narrow, 0, narrowOut));
    calls.put("sumRows of BF16", () -> kernels.sumRows(x, 0, row));
    calls.put("activate BF16", () -> kernels.activate(Activation.ELU, x, row, dropout, out));
    calls.put(
        "activateBackward BF16",
        () -> kernels.activateBackward(Activation.RELU, x, dropout, y, 1, out));
    return calls;
  }

  private Matrix bf16(int rows, int cols) {
    Matrix m = memory.matrix(rows, cols, DType.BF16);
    kernels.copy(random(rows, cols), m);
    return m;
  }

  private Matrix random(int rows, int cols) {
    Matrix m = memory.matrix(rows, cols);
    float[] elements = new float[rows * cols];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) random.nextDouble(-1, 1);
    }
    backend.upload(MemorySegment.ofArray(elements), m);
    return m;
  }

  private Buffer floats(int count) {
    Buffer buffer = memory.buffer(DType.F32, count);
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    backend.upload(MemorySegment.ofArray(ones), buffer);
    return buffer;
  }

  private Csr graph() {
    long[] rowStart = new long[ROWS + 1];
    for (int v = 0; v < ROWS; v++) {
      rowStart[v + 1] = rowStart[v] + random.nextInt(20);
    }
    int elements = (int) rowStart[ROWS];
    Buffer starts = memory.buffer(DType.I64, ROWS + 1);
    Buffer columns = memory.buffer(DType.I32, elements);
    backend.upload(MemorySegment.ofArray(rowStart), starts);
    backend.upload(MemorySegment.ofArray(random.ints(elements, 0, ROWS).toArray()), columns);
    return Csr.pattern(ROWS, ROWS, elements, starts, columns);
  }
}
