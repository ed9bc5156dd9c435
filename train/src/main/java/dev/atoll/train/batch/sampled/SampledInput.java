package dev.atoll.train.batch.sampled;

import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.HostRows;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * The input of a batch: sampled neighbourhoods of some seeds and feature rows of their nodes, made
 * on the host and taken to a device. Its memory is reused for later batches. It knows no loss:
 * training adds one in {@link SampledSlot}.
 *
 * <pre>
 *   begin ── branch: hops, fetches ── toDevice ── input, blocks
 * </pre>
 */
final class SampledInput implements AutoCloseable {
  /** The parts of a batch that gradients go back through; each includes the ones before it. */
  enum Gradients {
    NONE,
    LAYERS,
    FIRST_BLOCK,
    INPUT_ROWS
  }

  private final InputWork work;
  private final Backend backend;
  private final DeviceMemory device;
  private final Workspace memory;

  /** The memory that rows are fetched into: {@link #memory} if the host can write it. */
  private final Workspace hostMemory;

  private final int widthBeside;
  private final Branch branch;
  private final SampledEdges edges;
  private Columns columns = Columns.ALL;
  private long[] ids = {};
  private Buffer rowIds;
  private InputRows rows;

  /**
   * @param widthBeside columns behind the features, which {@link #upload} takes to the device
   * @param newBranch makes the branch, given the buffers for rows of a width
   */
  SampledInput(
      InputWork work,
      Backend backend,
      int widthBeside,
      Function<IntFunction<BatchRows>, Branch> newBranch) {
    this.work = work;
    this.backend = backend;
    this.device = new DeviceMemory(backend);
    this.memory = device.workspace();
    this.hostMemory = HostRows.areOf(backend) ? memory : CpuBackend.newHostWorkspace();
    this.widthBeside = widthBeside;
    this.branch = newBranch.apply(work.rows(hostMemory, widthBeside));
    this.edges = new SampledEdges(device);
  }

  /** Begins the batch of a step. */
  void begin(long step) {
    memory.reset();
    hostMemory.reset();
    columns = work.columns().apply(step);
    branch.step(step, columns);
  }

  /** The columns that the step pulls from other workers. */
  Columns columns() {
    return columns;
  }

  /** The seeds, hops and fetches, to be run before {@link #toDevice}. */
  Branch branch() {
    return branch;
  }

  SampledBatch sampled() {
    return branch.sampled();
  }

  /**
   * Takes rows and edges to the device. Rows with columns beside the features stay behind until
   * {@link #upload}.
   *
   * @param seen the edges of a block that messages travel on
   * @return the blocks of the layers, the first one first
   */
  List<DeviceBlock> toDevice(Gradients gradients, UnaryOperator<Neighborhood> seen) {
    branch.complete();
    SampledBatch sampled = branch.sampled();
    int nodes = sampled.nodeCount();
    rows = rows(nodes, gradients == Gradients.INPUT_ROWS);
    if (widthBeside == 0) {
      upload();
    }
    if (ids.length < nodes) {
      ids = new long[nodes + nodes / 4];
    }
    SampledEdges.lookUp(sampled.nodes(), nodes, work.numbering(), ids);
    rowIds = memory.buffer(DType.I64, nodes);
    backend.upload(MemorySegment.ofArray(ids).asSlice(0, rowIds.bytes()), rowIds);
    List<DeviceBlock> blocks = new ArrayList<>();
    int layers = sampled.layers();
    for (int layer = 0; layer < layers; layer++) {
      Gradients through = layer > 0 ? Gradients.LAYERS : Gradients.FIRST_BLOCK;
      blocks.add(
          edges.upload(
              seen.apply(Neighborhood.of(sampled.block(layers - 1 - layer))),
              work.norms(),
              gradients.compareTo(through) >= 0,
              branch.degrees(),
              ids));
    }
    return blocks;
  }

  private InputRows rows(int nodes, boolean withGradients) {
    return switch (branch.batchRows()) {
      case BatchRows.Dense dense -> {
        Matrix fetched = dense.rows();
        int width = fetched.cols();
        Matrix onDevice = hostMemory == memory ? fetched : memory.matrix(nodes, width);
        yield new InputRows.Dense(fetched, onDevice, gradients(withGradients, nodes, width));
      }
      case BatchRows.Sparse sparse -> {
        SparseMatrix onDevice = edges.upload(sparse.rows(), branch.width());
        int elements = Math.toIntExact(onDevice.nonZeros());
        yield new InputRows.Sparse(sparse.rows(), onDevice, gradients(withGradients, elements, 1));
      }
    };
  }

  private Optional<Matrix> gradients(boolean wanted, int of, int width) {
    return wanted ? Optional.of(memory.matrix(of, width)) : Optional.empty();
  }

  /** Takes dense rows to the device; non-zeros are there. */
  void upload() {
    if (hostMemory != memory && rows instanceof InputRows.Dense dense) {
      HostRows.upload(backend, dense.fetched(), dense.rows());
    }
  }

  /** The columns beside the features, in host memory: to be filled before {@link #upload}. */
  Matrix beside() {
    return beside(((InputRows.Dense) rows).fetched());
  }

  /** The gradients of the columns beside the features, in host memory. */
  Matrix gradientsBeside() {
    return beside(gradientsOnHost());
  }

  private Matrix beside(Matrix of) {
    return of.columnsView(branch.width(), of.cols());
  }

  /** The elements of the rows with their gradients. */
  InputReader.Elements elements() {
    InputRows read = rows;
    Matrix gradients = gradientsOnHost();
    return visitor -> read.visit(gradients, visitor);
  }

  private Matrix gradientsOnHost() {
    Matrix gradients = rows.gradients().orElseThrow();
    if (hostMemory == memory) {
      return gradients;
    }
    Matrix host = hostMemory.matrix(gradients.rows(), gradients.cols());
    HostRows.download(backend, gradients, host);
    return host;
  }

  /** The rows as the input of a model. */
  Var input(Tape tape) {
    return rows.input(tape);
  }

  /** The first nodes of the batch, by the dataset's own numbers. */
  long[] ids(int count) {
    return Arrays.copyOf(ids, count);
  }

  /** The dataset's own numbers of all nodes, on the device. */
  Buffer rowIds() {
    return rowIds;
  }

  /** Memory on the device that lives as long as the batch. */
  Workspace memory() {
    return memory;
  }

  /** Rows, blocks, sampled neighbourhoods, tables. */
  long heldBytes() {
    long host = hostMemory == memory ? 0 : hostMemory.heldBytes();
    return memory.heldBytes() + host + branch.heldBytes() + edges.heldBytes();
  }

  @Override
  public void close() {
    branch.close();
    device.close();
    if (hostMemory != memory) {
      hostMemory.close();
    }
  }
}
