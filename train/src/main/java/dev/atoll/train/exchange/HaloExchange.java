package dev.atoll.train.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.cost.BroadcastCounts;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Brings the rows of halo nodes from their owners, and takes their gradients home. All workers call
 * it together.
 *
 * <pre>
 *   forward    own rows                     →  own rows | halo rows
 *   backward   gradients of both            →  own gradient + what the peers send for boundary rows
 * </pre>
 *
 * An {@link ExchangePlan} says which rows travel, when, and in what form. Where a worker does not
 * send, its peers go on with what came last.
 */
public final class HaloExchange implements AutoCloseable {
  private final ExchangePlan how;
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final BroadcastCounts broadcasts;
  private final Workspace buffers;
  private final Workspace kept;
  private final Arena memory = Arena.ofShared();
  private final MemorySegment squares = memory.allocate(JAVA_FLOAT);
  private final boolean whole;
  private final boolean caches;
  private final Map<Integer, Hop> hops = new TreeMap<>();
  private final PeerRows everyRow;
  private final Buffer[] gathered;
  private final Buffer[] scattered;
  private HaloPlan shape;
  private HaloPlan message;
  private int epoch;

  /** Both directions of a layer. */
  private record Hop(Lane outward, Lane homeward) {}

  public HaloExchange(
      HaloPlan plan,
      ExchangePlan how,
      Communicator workers,
      Backend backend,
      PhaseTimes times,
      BroadcastCounts broadcasts) {
    this.how = how;
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.broadcasts = broadcasts;
    this.buffers = backend.newWorkspace();
    this.kept = backend.newWorkspace();
    this.whole = how.rows() instanceof BoundarySampler.WholeBlocks;
    int ownRows = plan.boundary(workers.rank()).ownerRows();
    this.everyRow = PeerRows.of(IntStream.range(0, whole ? ownRows : 0).toArray(), ownRows);
    this.caches = how.keepsRows();
    this.gathered = new Buffer[workers.size()];
    this.scattered = new Buffer[workers.size()];
    begin(0, plan, plan);
  }

  /**
   * Begins an epoch.
   *
   * @param rows the halo behind the own rows
   * @param sent which of those are sent; the others stay what they were
   */
  public void begin(int newEpoch, HaloPlan rows, HaloPlan sent) {
    epoch = newEpoch;
    if (rows == shape && sent == message) {
      return;
    }
    shape = rows;
    message = sent;
    buffers.reset();
    for (int peer = 0; peer < workers.size(); peer++) {
      gathered[peer] = upload(message.boundary(peer));
      scattered[peer] = shape == message ? gathered[peer] : upload(shape.boundary(peer));
    }
  }

  private Buffer upload(PeerRows rows) {
    Buffer buffer = buffers.buffer(DType.I32, rows.count());
    backend.upload(rows.asMemory(), buffer);
    return buffer;
  }

  /** Own rows, with those of the halo behind them. */
  public Var lift(int layer, Var own) {
    return own.tape().apply(new Lift(hop(layer, own.cols())), own);
  }

  private Hop hop(int layer, int cols) {
    return hops.computeIfAbsent(layer, _ -> new Hop(lane(cols), lane(cols)));
  }

  private Lane lane(int cols) {
    return new Lane(workers.size(), cols, how.codec(), whole, memory);
  }

  /** Bytes held on the device. */
  public long heldBytes() {
    return buffers.heldBytes() + kept.heldBytes();
  }

  /** Bytes of the rows kept from peers. */
  public long cacheBytes() {
    return hops.values().stream()
        .mapToLong(hop -> hop.outward.cacheBytes() + hop.homeward.cacheBytes())
        .sum();
  }

  /** Whether an epoch depends on what was exchanged in earlier ones. */
  public boolean remembers() {
    return caches || how.codec() == RowCodec.INT8;
  }

  /** Takes something that is remembered, by name. */
  @FunctionalInterface
  public interface Keeper {
    void keep(String name, int rows, int cols, MemorySegment cells);
  }

  /** Hands over all that is remembered; the cells are good until the next exchange. */
  public void save(Arena passing, Keeper keeper) {
    hops.forEach(
        (layer, hop) -> {
          hop.outward.save(name(layer, Direction.OUTWARD), backend, passing, keeper);
          hop.homeward.save(name(layer, Direction.HOMEWARD), backend, passing, keeper);
        });
  }

  /** Takes back what {@link #save} has handed over. */
  public void restore(String name, int rows, int cols, MemorySegment cells) {
    int layer = Integer.parseInt(name.substring(0, name.indexOf('/')));
    Hop hop = hop(layer, cols);
    boolean outward = name.startsWith(name(layer, Direction.OUTWARD));
    (outward ? hop.outward : hop.homeward)
        .restore(name.substring(name.lastIndexOf('/') + 1), rows, cells, backend, kept);
  }

  private static String name(int layer, Direction direction) {
    return layer + "/" + direction + "/";
  }

  /** The rows for a peer, as the device has them. */
  @FunctionalInterface
  private interface Source {
    Matrix rows(int peer);
  }

  /** Takes what came from a peer, packed: all rows of the shape. */
  @FunctionalInterface
  private interface Sink {
    void take(int peer, MemorySegment packed);
  }

  /** One direction of one layer in one step. */
  private final class Transfer {
    private final Lane lane;
    private final Direction direction;
    private final BitSet roots;

    Transfer(Lane lane, Direction direction, BitSet roots) {
      this.lane = lane;
      this.direction = direction;
      this.roots = roots;
      broadcasts.add(roots.get(workers.rank()));
    }

    void run(Op.Scratch s, Source source, Sink sink) {
      try (Rooms toPeers = rooms(peer -> sends(peer) ? lane.messageBytes(sent(peer)) : 0);
          Rooms fromPeers = rooms(peer -> hears(peer) ? lane.messageBytes(taken(peer)) : 0)) {
        for (int peer = 0; peer < workers.size(); peer++) {
          if (sends(peer)) {
            pack(s, source.rows(peer), peer, toPeers.of(peer));
          }
        }
        workers.allToAll(Purpose.BOUNDARY, toPeers.all(), fromPeers.all());
        for (int peer = 0; peer < workers.size(); peer++) {
          if (peer != workers.rank()) {
            unpack(peer, fromPeers.of(peer), sink);
          }
        }
      }
      roots.stream().forEach(root -> lane.stamp(root, epoch));
    }

    private Rooms rooms(IntToLongFunction bytes) {
      return new Rooms(workers.transport(), bytes);
    }

    private boolean sends(int peer) {
      return peer != workers.rank() && roots.get(workers.rank());
    }

    private boolean hears(int peer) {
      return peer != workers.rank() && roots.get(peer);
    }

    private PeerRows sent(int peer) {
      if (direction == Direction.HOMEWARD) {
        return message.halo(peer);
      }
      PeerRows read = message.boundary(peer);
      return whole ? everyRow : read;
    }

    private PeerRows taken(int peer) {
      return direction == Direction.OUTWARD ? message.halo(peer) : message.boundary(peer);
    }

    private int shapeRows(int peer) {
      return direction == Direction.OUTWARD ? shape.haloCount(peer) : shape.boundaryCount(peer);
    }

    private void pack(Op.Scratch s, Matrix rows, int peer, MemorySegment into) {
      boolean chosen = direction == Direction.HOMEWARD && shape != message;
      if (lane.isPlain() && !chosen) {
        backend.download(rows, into);
      } else {
        try (Message room = workers.transport().lend(lane.bytes(rows.rows()))) {
          backend.download(rows, room.payload());
          if (chosen) {
            pick(room.payload(), sent(peer));
          }
          lane.encode(room.payload(), sent(peer), peer, into);
        }
      }
      if (direction == Direction.OUTWARD && !whole) {
        s.workspace().release(rows);
      }
    }

    /** Moves the chosen rows to the front, each standing for as many as were there to choose. */
    private void pick(MemorySegment packed, PeerRows chosen) {
      float stands = (float) chosen.total() / chosen.count();
      for (int i = 0; i < chosen.count(); i++) {
        long from = lane.bytes(chosen.place(i));
        long to = lane.bytes(i);
        for (long c = 0; c < lane.bytes(1); c += Float.BYTES) {
          float cell = packed.get(JAVA_FLOAT_UNALIGNED, from + c);
          packed.set(JAVA_FLOAT_UNALIGNED, to + c, stands * cell);
        }
      }
    }

    private void unpack(int peer, MemorySegment received, Sink sink) {
      if (lane.isPlain() && !caches) {
        sink.take(peer, received);
      } else if (caches) {
        MemorySegment rows = lane.cache(peer, shapeRows(peer));
        if (hears(peer)) {
          if (direction == Direction.HOMEWARD && shape != message) {
            rows.fill((byte) 0);
          }
          lane.decode(received, taken(peer), shape != message, rows);
        }
        sink.take(peer, rows);
      } else {
        try (Message room = workers.transport().lend(lane.bytes(shapeRows(peer)))) {
          lane.decode(received, taken(peer), false, room.payload());
          sink.take(peer, room.payload());
        }
      }
    }
  }

  private BitSet roots(Op.Scratch s, Lane lane, Direction direction, Matrix rows) {
    BitSet roots =
        Roots.of(how.refresh(), lane, direction, epoch, workers, () -> moved(s, lane, rows));
    if (how.refresh() instanceof RefreshPolicy.VariationGap && roots.get(workers.rank())) {
      if (lane.sent() == null) {
        lane.keepSent(kept.matrix(rows.rows(), rows.cols()));
      }
      s.kernels().copy(rows, lane.sent());
    }
    return roots;
  }

  /** {@code ‖rows − sent‖ > share·‖sent‖}. */
  private boolean moved(Op.Scratch s, Lane lane, Matrix rows) {
    double share = ((RefreshPolicy.VariationGap) how.refresh()).share();
    Matrix difference = s.workspace().matrix(rows.rows(), rows.cols());
    s.kernels().copy(rows, difference);
    s.kernels().add(-1, lane.sent(), 1, difference);
    double moved = norm(s, difference);
    s.workspace().release(difference);
    return moved > share * norm(s, lane.sent());
  }

  private double norm(Op.Scratch s, Matrix rows) {
    Matrix sum = s.workspace().matrix(1, 1);
    s.kernels().sumOfSquares(rows, sum);
    backend.download(sum, squares);
    s.workspace().release(sum);
    return Math.sqrt(squares.get(JAVA_FLOAT, 0));
  }

  private final class Lift implements Op {
    private final Hop hop;

    Lift(Hop hop) {
      this.hop = hop;
    }

    @Override
    public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
      Matrix own = in[0];
      Matrix out = s.workspace().matrix(own.rows() + shape.haloCount(), own.cols());
      long begun = System.nanoTime();
      new Transfer(hop.outward, Direction.OUTWARD, roots(s, hop.outward, Direction.OUTWARD, own))
          .run(
              s,
              peer -> whole ? own : boundary(s, own, peer),
              (peer, packed) -> backend.upload(packed, haloRows(out, own.rows(), peer)));
      times.since(begun, Phase.EXCHANGE);
      s.kernels().copy(own, out.rowsView(0, own.rows()));
      return out;
    }

    private Matrix boundary(Scratch s, Matrix own, int peer) {
      Matrix rows = s.workspace().matrix(message.boundaryCount(peer), own.cols());
      s.kernels().gather(own, gathered[peer], rows);
      return rows;
    }

    @Override
    public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
      int own = in[0].rows();
      gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut.rowsView(0, own), beta, into));
      long begun = System.nanoTime();
      Matrix halo = gradOut.rowsView(own, gradOut.rows());
      clip(s, halo);
      new Transfer(
              hop.homeward, Direction.HOMEWARD, roots(s, hop.homeward, Direction.HOMEWARD, halo))
          .run(
              s,
              peer -> haloRows(gradOut, own, peer),
              (peer, packed) -> addHome(s, peer, packed, gradIn[0]));
      times.since(begun, Phase.EXCHANGE);
    }

    /** Gradients whose norm is above {@code √workers·clip} are scaled down to it. */
    private void clip(Scratch s, Matrix rows) {
      double most = Math.sqrt(workers.size()) * how.clip();
      if (how.clip() == 0 || norm(s, rows) <= most) {
        return;
      }
      Matrix copy = s.workspace().matrix(rows.rows(), rows.cols());
      s.kernels().copy(rows, copy);
      s.kernels().add((float) (most / norm(s, copy)), copy, 0, rows);
      s.workspace().release(copy);
    }

    private void addHome(Scratch s, int peer, MemorySegment packed, Gradient into) {
      if (shape.boundaryCount(peer) == 0) {
        return;
      }
      Matrix rows = s.workspace().matrix(shape.boundaryCount(peer), hop.homeward.cols());
      backend.upload(packed, rows);
      into.add((_, sum) -> s.kernels().scatterAdd(rows, scattered[peer], sum));
      s.workspace().release(rows);
    }

    private Matrix haloRows(Matrix rows, int own, int peer) {
      int first = own + shape.haloStart(peer);
      return rows.rowsView(first, first + shape.haloCount(peer));
    }
  }

  @Override
  public void close() {
    buffers.close();
    kept.close();
    memory.close();
  }
}
