package dev.atoll.train.inference.output;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.HostCsr;
import dev.atoll.train.batch.shard.ChunkBlock;
import dev.atoll.train.batch.shard.ShardBatch;
import dev.atoll.train.batch.shard.ShardChunk;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.model.Model;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.DenseStoredRows;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.NonZeroRows;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Computes one layer after the other, each in chunks of targets. The sources of a chunk are read
 * from a store: input rows from their owners, then the rows of the layer before. A layer computes
 * the rows that later ones read, and no others.
 */
public final class LayerwiseOutputs implements NodeOutputs {
  /** Bytes of a chunk's rows on the device, about, where it has {@link #SHARE} times as many. */
  private static final long CHUNK_BYTES = 128L << 20;

  private static final int SHARE = 8;

  private static final int FEWEST_SOURCES = 64;

  /** Edges of a chunk, about: 12 bytes each on the host and on the device. */
  private static final long CHUNK_EDGES = 1L << 22;

  /** The size from which a table of a layer's rows is stored in a file. */
  private static final long TABLE_BYTES = 512L << 20;

  private final Model model;
  private final Backend backend;
  private final ShardRows shard;
  private final DeviceMemory memory;
  private final ShardChunk chunk;
  private final int[] degrees;
  private final NonZeroRows nonZeros = new NonZeroRows();
  private boolean hasHaloDegrees;
  private int[] nodes = new int[FEWEST_SOURCES];
  private long mostHeld;

  /**
   * The rows that inference reads: the worker's own and its neighbours'.
   *
   * @param halo the rows that workers read of each other, in the order of the shard
   * @param features reads input rows
   * @param embeddings learnable rows, concatenated to the features
   * @param input how the model reads input rows
   * @param hidden opens a store of the rows of all workers, which call it together: each passes its
   *     own rows, and may release the rows of the previous call once this one returns
   */
  public record ShardRows(
      Shard shard,
      HaloPlan halo,
      Communicator workers,
      FeatureStore features,
      Optional<SparseEmbeddings> embeddings,
      ShardBatch.Input input,
      Function<DenseStoredRows, FeatureStore> hidden) {
    int inputs() {
      return features.width() + embeddings.map(SparseEmbeddings::width).orElse(0);
    }

    /** Learnable rows change, so no sums of them are made. */
    ShardBatch.Input form() {
      return embeddings.isEmpty() ? input : ShardBatch.Input.ROWS;
    }
  }

  public LayerwiseOutputs(Model model, Backend backend, ShardRows shard) {
    this.model = model;
    this.backend = backend;
    this.shard = shard;
    this.memory = new DeviceMemory(backend);
    int core = shard.shard().coreCount();
    this.degrees =
        Arrays.copyOf(
            OwnedRows.degrees(
                shard.shard(), shard.shard().book().first(shard.shard().part()), core),
            core + shard.shard().haloCount());
    this.chunk = new ShardChunk(shard.shard(), degrees, CHUNK_EDGES);
  }

  @Override
  public int width(Kind kind) {
    return kind == Kind.OUTPUTS
        ? model.outputWidth(shard.inputs())
        : model.widthAfter(model.embeddingRounds(), shard.inputs());
  }

  @Override
  public void write(Kind kind, int[] rows, Workspace workspace, MemorySegment into) {
    int rounds = kind == Kind.OUTPUTS ? model.rounds() : model.embeddingRounds();
    shard.embeddings().ifPresent(SparseEmbeddings::settle);
    readHaloDegrees();
    int[][] targets = targets(rows, rounds);
    Sink last =
        (first, computed) -> {
          Var outputs = kind == Kind.OUTPUTS ? model.outputs(computed) : computed;
          long at = (long) first * width(kind) * Float.BYTES;
          Matrix found = outputs.inFull().value();
          backend.download(
              found, into.asSlice(at, (long) found.rows() * found.cols() * Float.BYTES));
        };
    RowTable table = null;
    try {
      FeatureStore store = null;
      for (int round = 0; round < rounds - 1; round++) {
        RowTable before = table;
        RowTable next =
            new RowTable(
                targets[round],
                shard.shard().coreCount(),
                model.widthAfter(round + 1, shard.inputs()),
                TABLE_BYTES);
        table = next;
        try (before) {
          run(
              round,
              targets[round],
              store,
              workspace,
              (first, computed) -> next.put(first, computed.inFull().value(), backend));
          noteHeld(next, before);
          store = shard.hidden().apply(next.stored());
        }
      }
      run(rounds - 1, rows, store, workspace, last);
      noteHeld(table, null);
      shard.workers().barrier(); // others may still read this worker's table
    } finally {
      if (table != null) {
        table.close();
      }
      workspace.reset();
    }
  }

  /** Takes the rows of a chunk's targets. */
  private interface Sink {
    void take(int first, Var rows);
  }

  /** The targets of every round: of the last one these rows, before the rows that they read. */
  private int[][] targets(int[] rows, int rounds) {
    int[][] targets = new int[rounds][];
    boolean[] needed = new boolean[shard.shard().coreCount()];
    int[] known = rows;
    for (int round = rounds - 1; round >= 0; round--) {
      targets[round] = known;
      if (round > 0) {
        markRead(known, needed);
        known = IntStream.range(0, needed.length).filter(row -> needed[row]).toArray();
      }
    }
    return targets;
  }

  /** Marks the rows that targets of any worker read; all workers call it together. */
  private void markRead(int[] targets, boolean[] needed) {
    Shard own = shard.shard();
    HaloPlan plan = shard.halo();
    long first = own.book().first(own.part());
    boolean[] halo = new boolean[own.haloCount()];
    for (int target : targets) {
      needed[target] = true;
      long degree = own.inDegree(first + target);
      for (long e = 0; e < degree; e++) {
        int node = own.inNeighbor(first + target, e);
        if (node >= first && node < first + needed.length) {
          needed[(int) (node - first)] = true;
        } else {
          halo[own.haloPlace(node)] = true;
        }
      }
    }
    int[][] wanted = new int[plan.workers()][];
    for (int owner = 0; owner < wanted.length; owner++) {
      int start = plan.haloStart(owner);
      wanted[owner] =
          IntStream.range(0, plan.haloCount(owner)).filter(i -> halo[start + i]).toArray();
    }
    int[][] asked = plan.tellOwners(wanted, shard.workers());
    for (int peer = 0; peer < asked.length; peer++) {
      for (int place : asked[peer]) {
        needed[plan.boundaryRow(peer, place)] = true;
      }
    }
  }

  /** Computes a round's rows, in the order of its targets. */
  private void run(int round, int[] targets, FeatureStore store, Workspace workspace, Sink sink) {
    int sources = mostSources(round);
    ChunkBlock.AggregatesFirst order = order(round);
    for (int from = 0; from < targets.length; ) {
      int to = chunk.fill(targets, from, sources);
      workspace.reset();
      memory.workspace().reset();
      listNodes(chunk.sourceCount());
      Tape tape = Tape.inferenceByRow(backend, workspace);
      sink.take(from, round < 1 ? first(round, tape, order) : later(round, tape, store, order));
      from = to;
    }
  }

  private int mostSources(int round) {
    int read = model.widthAfter(Math.max(0, round), shard.inputs());
    int written = model.widthAfter(round + 1, shard.inputs());
    return rowsOf(read + 2L * written);
  }

  /** Rows of some width for which a chunk has memory. */
  private int rowsOf(long width) {
    long bytes = Math.min(CHUNK_BYTES, backend.freeBytes() / SHARE);
    return Math.clamp(bytes / Float.BYTES / Math.max(1, width), FEWEST_SOURCES, Integer.MAX_VALUE);
  }

  private void listNodes(int count) {
    if (nodes.length < count) {
      nodes = new int[count + count / 4];
    }
    for (int source = 0; source < count; source++) {
      nodes[source] = chunk.node(source);
    }
  }

  /** The first round, or with no rounds the input rows of the targets. */
  private Var first(int round, Tape tape, ChunkBlock.AggregatesFirst order) {
    boolean isRound = round == 0;
    EdgeNorm norm = isRound ? model.norm(0) : null;
    if (isRound && shard.form() == ShardBatch.Input.NON_ZEROS) {
      SparseMatrix rows = nonZeros(chunk.sourceCount());
      return model.round(
          0, chunk.block(memory, norm, true, order), tape.constant(rows), () -> null);
    }
    Matrix rows = input(isRound ? chunk.sourceCount() : chunk.targetCount());
    if (!isRound) {
      return model.entered(tape.constant(rows));
    }
    DeviceBlock block;
    if (shard.form().isSummed()) {
      block = chunk.summed(memory, norm, rows, tape.workspace());
      rows = rows.rowsView(0, chunk.targetCount());
    } else {
      block = chunk.block(memory, norm, true, order);
    }
    Var x = tape.constant(rows);
    return model.round(0, block, x, () -> x.firstRows(chunk.targetCount()));
  }

  /** Whether rows are added up before they are multiplied: as the whole shard would choose. */
  private ChunkBlock.AggregatesFirst order(int round) {
    if (round != 0) {
      return (read, outputs) -> read.cols() <= outputs;
    }
    EdgeNorm norm = model.norm(0);
    int core = shard.shard().coreCount();
    long edges =
        norm.selfLoops()
            ? Arrays.stream(degrees, 0, core).asLongStream().sum()
            : coreEdges(shard.shard());
    return (x, outputs) ->
        !x.isSparse() && DeviceBlock.aggregatesFirst(x, outputs, core, degrees.length, edges);
  }

  private static long coreEdges(Shard shard) {
    int first = shard.book().first(shard.part()) - shard.rows().firstRow();
    return shard.rows().rowStart(first + shard.coreCount()) - shard.rows().rowStart(first);
  }

  private Var later(int round, Tape tape, FeatureStore store, ChunkBlock.AggregatesFirst order) {
    int count = chunk.sourceCount();
    Matrix rows = memory.matrix(count, store.width());
    HostRows.fill(
        backend, rows, into -> store.gather(MemorySegment.ofArray(nodes), count, into, null));
    Var x = tape.constant(inActivations(rows));
    DeviceBlock block = chunk.block(memory, model.norm(round), false, order);
    return model.round(round, block, x, () -> tape.constant(input(chunk.targetCount())));
  }

  /**
   * Converts rows to the number format of activations, without loss: layers return rows in that
   * format.
   */
  private Matrix inActivations(Matrix rows) {
    if (backend.activations() == DType.F32) {
      return rows;
    }
    Matrix rounded = memory.matrix(rows.rows(), rows.cols(), backend.activations());
    backend.kernels().copy(rows, rounded);
    return rounded;
  }

  /** The input rows of the first sources. */
  private Matrix input(int count) {
    int width = shard.features().width();
    Matrix rows = memory.matrix(count, shard.inputs());
    MemorySegment of = MemorySegment.ofArray(nodes);
    HostRows.fill(
        backend,
        rows.columnsView(0, width),
        into -> shard.features().gather(of, count, into, null));
    shard
        .embeddings()
        .ifPresent(
            learnt ->
                HostRows.fill(
                    backend,
                    rows.columnsView(width, rows.cols()),
                    into -> learnt.pull(of, count, into)));
    return rows;
  }

  private SparseMatrix nonZeros(int count) {
    nonZeros.reset(count);
    shard.features().gather(MemorySegment.ofArray(nodes), count, Columns.ALL, nonZeros, null);
    try (Arena passing = Arena.ofConfined()) {
      HostCsr host = HostCsr.of(nonZeros, shard.features().width(), passing);
      return SparseMatrix.forwardOnly(memory.csr(host));
    }
  }

  /** Reads the degrees of halo nodes once, where norms weigh edges by them. */
  private void readHaloDegrees() {
    Shard own = shard.shard();
    if (hasHaloDegrees || model.norms().stream().noneMatch(EdgeNorm::scalesSources)) {
      return;
    }
    int most = rowsOf(shard.features().width());
    for (int from = 0; from < own.haloCount(); from += most) {
      int count = Math.min(most, own.haloCount() - from);
      int[] asked = new int[count];
      int first = from;
      Arrays.setAll(asked, i -> own.haloNode(first + i));
      int[] found = new int[count];
      try (Arena passing = Arena.ofShared()) {
        Matrix rows = OwnedRows.matrix(count, shard.features().width(), passing);
        shard.features().gather(MemorySegment.ofArray(asked), count, rows, found);
      }
      System.arraycopy(found, 0, degrees, own.coreCount() + from, count);
    }
    hasHaloDegrees = true;
  }

  private void noteHeld(RowTable table, RowTable before) {
    long tables =
        (table == null ? 0 : table.heldBytes()) + (before == null ? 0 : before.heldBytes());
    long arrays = (2L * degrees.length + nodes.length + chunk.sourceCount()) * Integer.BYTES;
    mostHeld = Math.max(mostHeld, memory.heldBytes() + tables + arrays);
  }

  @Override
  public long heldBytes() {
    return mostHeld;
  }

  @Override
  public void close() {
    memory.close();
  }
}
