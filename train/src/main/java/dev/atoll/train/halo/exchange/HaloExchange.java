package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.Senders;
import dev.atoll.train.halo.plan.ExchangePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Receives the embeddings of halo nodes from their owners, and sends the gradients back. All
 * workers call it together.
 *
 * <pre>
 *   forward    own rows                     →  own rows | halo rows, or the sum over edges to both
 *   backward   gradients of both            →  own gradient + gradients of boundary rows
 * </pre>
 *
 * An {@link ExchangePlan} determines the rows that travel, their time and their number format.
 * Where a worker does not send, its peers read stale rows.
 */
public final class HaloExchange implements AutoCloseable {
  private static final long WHOLE_WIDTH = 1000;

  private final ExchangePlan how;
  private final ExchangeContext context;
  private final Arena memory = Arena.ofShared();
  private final Workspace kept;
  private final LayerPlans plans;
  private final EpochRoute[] routes;
  private final LayerChannels channels;
  private final RowNorm norm;
  private final long widthAtOnce;

  /** Null until the first rows are sent. */
  private Optional<HaloBlocks> blocks;

  /** Creates the exchange. All workers call it together. */
  public HaloExchange(LayerPlans plans, ExchangePlan how, ExchangeContext context) {
    how.refresh().checkWorkers(context.size());
    this.how = how;
    this.context = context;
    this.plans = plans;
    this.widthAtOnce = agreeOnWidth(plans.of(0));
    this.kept = context.backend().newWorkspace();
    boolean whole = how.rows().sendsWholeBlocks();
    this.routes =
        plans.byLayer().stream()
            .map(plan -> new EpochRoute(plan, context.rank(), whole, context.backend()))
            .toArray(EpochRoute[]::new);
    this.channels = new LayerChannels(context.size(), how, context.backend(), kept, memory);
    this.norm = new RowNorm(context.backend(), memory);
  }

  /**
   * Thousandths of a width at which halo rows take a quarter of the memory of core rows, on all
   * workers.
   */
  private long agreeOnWidth(HaloPlan plan) {
    long core = plan.boundary(context.rank()).ownerRows();
    long fitting =
        Math.clamp(WHOLE_WIDTH * core / Math.max(1, 4L * plan.haloCount()), 1, WHOLE_WIDTH);
    return Arrays.stream(context.workers().allGather(Purpose.CONTROL, fitting)).min().orElseThrow();
  }

  /**
   * Begins an epoch.
   *
   * @param rows by layer, the halo behind the own rows
   * @param sent by layer, the halo rows that are sent; others stay stale
   */
  public void begin(int epoch, IntFunction<HaloPlan> rows, IntFunction<HaloPlan> sent) {
    for (int layer = 1; layer < routes.length; layer++) {
      routes[layer].begin(epoch, rows.apply(layer), sent.apply(layer));
    }
  }

  private EpochRoute route(int layer) {
    return routes[plans.place(layer)];
  }

  /**
   * Concatenates own rows and halo rows.
   *
   * @param sent rows that are sent in place of own rows, if any
   */
  public Var lift(int layer, Var own, Optional<RowsBeforeDropout> sent) {
    return own.tape().apply(new ConcatHalo(this, layer, mask(sent)), inputs(own, sent));
  }

  /**
   * {@code edges · (own rows | halo rows)}; own rows are summed up while halo rows travel.
   *
   * @param sent rows that are sent in place of own rows, if any
   */
  public Var aggregate(int layer, SplitEdges edges, Var own, Optional<RowsBeforeDropout> sent) {
    return own.tape()
        .apply(
            new HaloAggregate(this, layer, edges, own.tape().isRecording(), false, mask(sent)),
            inputs(own, sent));
  }

  /** {@code base + edges · (own rows | halo rows)}. */
  public Var addAggregate(int layer, SplitEdges edges, Var base, Var own) {
    return own.tape()
        .apply(
            new HaloAggregate(this, layer, edges, own.tape().isRecording(), true, Dropout.NONE),
            base,
            own);
  }

  private static Var[] inputs(Var own, Optional<RowsBeforeDropout> sent) {
    return sent.map(rows -> new Var[] {own, rows.embeddings()}).orElse(new Var[] {own});
  }

  private static Dropout mask(Optional<RowsBeforeDropout> sent) {
    return sent.map(RowsBeforeDropout::halo).orElse(Dropout.NONE);
  }

  /** Whether embeddings are sent before dropout and weights, which readers apply. */
  public boolean sendsEmbeddings() {
    return how.sendsEmbeddings();
  }

  /**
   * Bytes held on the device by the messages of all exchanges of this worker, by stale rows and by
   * rounding errors.
   */
  public long heldBytes() {
    return Arrays.stream(routes).mapToLong(EpochRoute::heldBytes).sum()
        + kept.heldBytes()
        + context.buffers().maxBytes()
        + channels.hostStaleBytes()
        + channels.lostBytes();
  }

  /** Bytes of stale rows of peers, and of own rows as they were sent last. */
  public long cacheBytes() {
    return channels.cacheBytes();
  }

  /** Whether an epoch depends on the exchanges of earlier ones. */
  public boolean remembers() {
    return how.refresh().usesStale() || how.codec().feedsErrorsBack();
  }

  /** Receives an array of the state, by name. */
  @FunctionalInterface
  public interface StateConsumer {
    void keep(String name, int rows, int cols, MemorySegment elements);
  }

  /** Passes on the state; the elements are valid until the next exchange. */
  public void save(Arena passing, StateConsumer keeper) {
    channels.save(passing, keeper);
  }

  /** Restores an array of the state that {@link #save} passed on. */
  public void restore(String name, int rows, int cols, MemorySegment elements) {
    channels.restore(name, rows, cols, elements);
  }

  /** The number of columns that travel at a time when no backward pass follows. */
  int columnsAtOnce(int cols) {
    if (remembers() || how.rows().sendsWholeBlocks()) {
      return cols;
    }
    int vectorsOfColumns = (int) (cols * widthAtOnce / WHOLE_WIDTH / Matrix.LANE_ELEMENTS);
    return Math.clamp(
        (long) vectorsOfColumns * Matrix.LANE_ELEMENTS,
        Matrix.LANE_ELEMENTS,
        Math.max(Matrix.LANE_ELEMENTS, cols));
  }

  int haloCount(int layer) {
    return route(layer).haloCount();
  }

  /** Sends own rows to the workers that read them. */
  Transfer sendEmbeddings(Op.Scratch s, int layer, Matrix own) {
    LayerChannel channel = channels.of(layer, Direction.FORWARD, own.cols());
    boolean inPlace = channel.isPlain(false) && isInPlace(layer);
    Transfer started =
        startEmbeddings(
            s,
            channel,
            layer,
            own,
            inPlace ? prepared(layer, channel) : MessageBuffers.Prepared.NONE);
    return toRead(channel, layer, Direction.FORWARD, started);
  }

  /**
   * Whether halo rows are received in place; not if rows are sampled, as memory is then that of the
   * sampled share.
   */
  private boolean isInPlace(int layer) {
    return how.rows().sendsExactHalo() && route(layer).isDeviceMemory();
  }

  /**
   * Memory that readers in this process have prepared for the layer; prepares this worker's own.
   */
  private MessageBuffers.Prepared prepared(int layer, LayerChannel channel) {
    Transport transport = context.workers().transport();
    if (blocks == null) {
      blocks = HaloBlocks.offered(transport);
    }
    EpochRoute route = route(layer);
    blocks.ifPresent(
        own ->
            own.prepare(
                layer,
                channel.cols(),
                context.size(),
                owner -> channel.messageBytes(route.rowsReceived(Direction.FORWARD, owner)),
                context.buffers()));
    return (reader, bytes) ->
        HaloBlocks.of(transport, reader)
            .map(theirs -> theirs.acquire(layer, channel.cols(), context.rank(), bytes))
            .orElse(null);
  }

  /** Sends some columns; they are awaited in the same step and not stored. */
  Transfer sendColumns(Op.Scratch s, int layer, Matrix columns) {
    return startEmbeddings(
        s, channels.passing(columns.cols()), layer, columns, MessageBuffers.Prepared.NONE);
  }

  private Transfer startEmbeddings(
      Op.Scratch s, LayerChannel channel, int layer, Matrix own, MessageBuffers.Prepared prepared) {
    EpochRoute route = route(layer);
    Transfer transfer = transfer(s, channel, route, Direction.FORWARD, own);
    if (how.route() == ExchangePlan.Route.RING || route.isWhole()) {
      Matrix block = inFull(s, own);
      if (how.route() == ExchangePlan.Route.RING) {
        transfer.startOnRing(block);
      } else {
        transfer.start(peer -> block);
      }
      if (block.type() != own.type()) {
        s.workspace().release(block);
      }
    } else {
      var boundary = new Boundary(s, route, own);
      transfer.start(boundary, prepared);
      boundary.release();
    }
    return overlapping(transfer);
  }

  /** Rows in full precision, as messages have them; other memory where they are not so already. */
  private static Matrix inFull(Op.Scratch s, Matrix rows) {
    if (rows.type() == DType.F32) {
      return rows;
    }
    Matrix full = s.workspace().matrix(rows.rows(), rows.cols());
    s.kernels().copy(rows, full);
    return full;
  }

  /** The own rows that peers read: gathered into messages where those are memory of the device. */
  private static final class Boundary implements Transfer.Source {
    private final Op.Scratch s;
    private final EpochRoute route;
    private final Matrix own;
    private Matrix buffer;

    Boundary(Op.Scratch s, EpochRoute route, Matrix own) {
      this.s = s;
      this.route = route;
      this.own = own;
    }

    @Override
    public Matrix rows(int peer) {
      if (buffer == null) {
        buffer = s.workspace().matrix(route.maxBoundary(), own.cols());
      }
      return route.boundary(s, own, peer, buffer);
    }

    @Override
    public boolean pack(int peer, MemorySegment into) {
      return route.pack(s, own, peer, into);
    }

    void release() {
      if (buffer != null) {
        s.workspace().release(buffer);
      }
    }
  }

  /**
   * Sends {@code edges · gradOut}, the gradients of halo rows, to the owners.
   *
   * @param edges halo × targets
   */
  Transfer sendGradients(Op.Scratch s, int layer, Csr edges, Matrix gradOut) {
    boolean whole = how.refresh().readsRows() || !how.codec().isExact();
    EpochRoute route = route(layer);
    if (whole || route.isWhole() || !isInPlace(layer)) {
      Matrix halo = s.workspace().matrix(haloCount(layer), gradOut.cols());
      s.kernels().spmm(edges, gradOut, 0, halo);
      Transfer transfer = sendGradients(s, layer, halo);
      s.workspace().release(halo);
      return transfer;
    }
    LayerChannel channel = channels.of(layer, Direction.BACKWARD, gradOut.cols());
    Transfer transfer = transfer(s, channel, route, Direction.BACKWARD, gradOut);
    transfer.start(new Products(s, route, edges, gradOut));
    return toRead(channel, layer, Direction.BACKWARD, overlapping(transfer));
  }

  /** Gradients of halo rows, each owner's computed where they travel. */
  private record Products(Op.Scratch s, EpochRoute route, Csr edges, Matrix gradOut)
      implements Transfer.Source {
    @Override
    public Matrix rows(int peer) {
      throw new IllegalStateException("rows that are not exact are computed beforehand");
    }

    @Override
    public boolean pack(int peer, MemorySegment into) {
      return route.packProduct(s, edges, gradOut, peer, into);
    }
  }

  /**
   * Clips the gradients of a layer, own rows and halo rows, before any are sent: at √workers times
   * the plan's norm, as independent gradients of all workers add up to that.
   */
  void clip(Op.Scratch s, Matrix gradients) {
    double most = how.clip() * Math.sqrt(context.size());
    if (most > 0) {
      norm.clip(s, gradients, most);
    }
  }

  /** Sends gradients of halo rows to the owners. */
  Transfer sendGradients(Op.Scratch s, int layer, Matrix halo) {
    LayerChannel channel = channels.of(layer, Direction.BACKWARD, halo.cols());
    EpochRoute route = route(layer);
    Transfer transfer = transfer(s, channel, route, Direction.BACKWARD, halo);
    transfer.start(peer -> route.haloOf(peer, halo));
    return toRead(channel, layer, Direction.BACKWARD, overlapping(transfer));
  }

  /** The transfer whose rows this step reads: the one that was started, or the one before. */
  private Transfer toRead(LayerChannel channel, int layer, Direction direction, Transfer started) {
    if (how.refresh().lag() == 0 || !channel.isFilled()) {
      return started;
    }
    context.broadcasts().addAge(how.refresh().lag());
    Transfer before = channel.keep(started);
    return before == null ? staleRows(channel, route(layer), direction) : before;
  }

  /** A transfer of nothing: stale rows are read. */
  private Transfer staleRows(LayerChannel channel, EpochRoute route, Direction direction) {
    return new Transfer(
        context, route, channel, direction, Senders.none(context.size()), how.refresh());
  }

  private Transfer overlapping(Transfer transfer) {
    if (!how.overlap()) {
      transfer.await();
    }
    return transfer;
  }

  /** Adds the gradients that peers send for own rows. */
  void addGradients(Op.Scratch s, Transfer gradients, int layer, int cols, Gradient into) {
    EpochRoute route = route(layer);
    gradients.finish(
        new Transfer.Sink() {
          @Override
          public void take(int peer, MemorySegment packed) {
            int count = route.shapeRows(Direction.BACKWARD, peer);
            if (count > 0) {
              Matrix rows = route.received(s, packed, count, cols);
              takeKept(peer, rows);
              route.release(s, rows, packed);
            }
          }

          @Override
          public void takeKept(int peer, Matrix rows) {
            if (rows.rows() > 0) {
              into.add((_, sum) -> s.kernels().scatterAdd(rows, route.scattered(peer), sum));
            }
          }
        });
  }

  /**
   * Reads the embeddings that owners send as the halo rows of a layer, behind a mask.
   *
   * @param reader takes all of them; they are valid during the call
   */
  void read(
      Op.Scratch s,
      Transfer embeddings,
      int layer,
      Dropout mask,
      int cols,
      Consumer<Matrix> reader) {
    EpochRoute route = route(layer);
    if (mask.isOff() && route.isDeviceMemory() && embeddings.passesMessages()) {
      var messages = new MemorySegment[context.size()];
      embeddings.finish(
          new Transfer.Sink() {
            @Override
            public void take(int peer, MemorySegment packed) {
              messages[peer] = packed;
            }

            @Override
            public void takeKept(int peer, Matrix rows) {
              throw new IllegalStateException("rows that the device keeps are no messages");
            }
          });
      Optional<MemorySegment> all = asOne(layer, cols, messages);
      if (all.isPresent()) {
        reader.accept(route.received(s, all.get(), haloCount(layer), cols));
        return;
      }
    }
    Matrix halo = s.workspace().matrix(haloCount(layer), cols);
    fill(s, embeddings, layer, mask, halo);
    reader.accept(halo);
    s.workspace().release(halo);
  }

  /** The messages of all peers as one, where that takes no copy. */
  private Optional<MemorySegment> asOne(int layer, int cols, MemorySegment[] messages) {
    List<MemorySegment> filled =
        Arrays.stream(messages)
            .filter(message -> message != null && message.byteSize() > 0)
            .toList();
    return switch (filled.size()) {
      case 0 -> Optional.of(MemorySegment.NULL);
      case 1 -> Optional.of(filled.getFirst());
      default ->
          blocks == null
              ? Optional.empty()
              : blocks.flatMap(own -> own.joined(layer, cols, filled));
    };
  }

  /** Puts the embeddings that owners send into the halo rows of a layer, behind a mask. */
  void fill(Op.Scratch s, Transfer embeddings, int layer, Dropout mask, Matrix halo) {
    EpochRoute route = route(layer);
    embeddings.finish(
        new Transfer.Sink() {
          @Override
          public void take(int peer, MemorySegment packed) {
            context.backend().upload(packed, route.haloOf(peer, halo));
          }

          @Override
          public void takeKept(int peer, Matrix rows) {
            s.kernels().copy(rows, route.haloOf(peer, halo));
          }
        });
    if (!mask.isOff()) {
      s.kernels().activate(Activation.IDENTITY, halo, null, mask, halo);
    }
  }

  private Transfer transfer(
      Op.Scratch s, LayerChannel channel, EpochRoute route, Direction direction, Matrix rows) {
    var step = new ChannelStep(context, route, norm, kept, s, channel, direction, rows);
    Senders senders = how.refresh().senders(step);
    step.count(senders);
    return new Transfer(context, route, channel, direction, senders, how.refresh());
  }

  @Override
  public void close() {
    channels.close();
    Arrays.stream(routes).forEach(EpochRoute::close);
    kept.close();
    memory.close();
  }
}
