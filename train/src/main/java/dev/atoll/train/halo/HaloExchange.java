package dev.atoll.train.halo;

import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Brings the rows of halo nodes from their owners, and takes their gradients home. All workers call
 * it together.
 *
 * <pre>
 *   forward    own rows                     →  own rows | halo rows, or the sum over links to both
 *   backward   gradients of both            →  own gradient + what the peers send for boundary rows
 * </pre>
 *
 * An {@link ExchangePlan} says which rows travel, when, and in what form. Where a worker does not
 * send, its peers go on with what came last.
 */
public final class HaloExchange implements AutoCloseable {
  private static final long WHOLE_WIDTH = 1000;

  private final ExchangePlan how;
  private final ExchangeContext wiring;
  private final Arena memory = Arena.ofShared();
  private final Workspace kept;
  private final EpochRoute route;
  private final Lanes lanes;
  private final RowNorm norm;
  private final SenderChoice choice;
  private final long widthAtOnce;

  /** All workers make theirs together. */
  public HaloExchange(HaloPlan plan, ExchangePlan how, ExchangeContext wiring) {
    this.how = how;
    this.wiring = wiring;
    this.kept = wiring.backend().newWorkspace();
    boolean whole = how.rows() instanceof BoundarySampler.WholeBlocks;
    this.route = new EpochRoute(plan, wiring.rank(), whole, wiring.backend());
    this.lanes = new Lanes(wiring.size(), how.codec(), whole, memory);
    this.norm = new RowNorm(wiring.backend(), memory);
    this.choice = new SenderChoice(how.refresh(), wiring, route, norm, kept);
    this.widthAtOnce = agreeOnWidth(plan);
  }

  /**
   * Thousandths of a width at which halo rows take a quarter of the room of core rows, on all
   * workers.
   */
  private long agreeOnWidth(HaloPlan plan) {
    long core = plan.boundary(wiring.rank()).ownerRows();
    long fitting =
        Math.clamp(WHOLE_WIDTH * core / Math.max(1, 4L * plan.haloCount()), 1, WHOLE_WIDTH);
    return Arrays.stream(wiring.workers().allGather(Purpose.CONTROL, fitting)).min().orElseThrow();
  }

  /**
   * Begins an epoch.
   *
   * @param rows the halo behind the own rows
   * @param sent which of those are sent; the others stay what they were
   */
  public void begin(int epoch, HaloPlan rows, HaloPlan sent) {
    route.begin(epoch, rows, sent);
  }

  /** Own rows, with those of the halo behind them. */
  public Var lift(int layer, Var own) {
    return own.tape().apply(new ConcatHalo(this, layer), own);
  }

  /** {@code links · (own rows | halo rows)}; the rows that are here are summed up meanwhile. */
  public Var aggregate(int layer, SplitEdges links, Var own) {
    return own.tape().apply(new HaloAggregate(this, layer, links, own.tape().isRecording()), own);
  }

  /** {@code base + links · (own rows | halo rows)}. */
  public Var addAggregate(int layer, SplitEdges links, Var base, Var own) {
    return own.tape()
        .apply(new HaloAggregate(this, layer, links, own.tape().isRecording()), base, own);
  }

  /** Bytes held on the device, and those of the messages of all exchanges of this worker. */
  public long heldBytes() {
    return route.heldBytes() + kept.heldBytes() + wiring.rooms().mostBytes();
  }

  /** Bytes of the rows kept from peers. */
  public long cacheBytes() {
    return lanes.cacheBytes();
  }

  /** Whether an epoch depends on what was exchanged in earlier ones. */
  public boolean remembers() {
    return how.keepsRows() || how.codec() == RowCodec.INT8;
  }

  /** Takes something that is remembered, by name. */
  @FunctionalInterface
  public interface Keeper {
    void keep(String name, int rows, int cols, MemorySegment cells);
  }

  /** Hands over all that is remembered; the cells are good until the next exchange. */
  public void save(Arena passing, Keeper keeper) {
    lanes.save(wiring.backend(), passing, keeper);
  }

  /** Takes back what {@link #save} has handed over. */
  public void restore(String name, int rows, int cols, MemorySegment cells) {
    lanes.restore(name, rows, cols, cells, wiring.backend(), kept);
  }

  /** How many columns of so many travel at a time where nothing is kept for a backward pass. */
  int columnsAtOnce(int cols) {
    if (remembers() || route.isWhole()) {
      return cols;
    }
    int lanesOfColumns = (int) (cols * widthAtOnce / WHOLE_WIDTH / Matrix.LANE_ELEMENTS);
    return Math.clamp(
        (long) lanesOfColumns * Matrix.LANE_ELEMENTS,
        Matrix.LANE_ELEMENTS,
        Math.max(Matrix.LANE_ELEMENTS, cols));
  }

  int haloCount() {
    return route.haloCount();
  }

  /** Sends own rows to those who read them. */
  Transfer outward(Op.Scratch s, int layer, Matrix own) {
    Lane lane = lanes.of(layer, Direction.OUTWARD, own.cols());
    return outward(s, own, transfer(s, lane, Direction.OUTWARD, own));
  }

  /** The same for some columns, of which nothing is remembered. */
  Transfer outwardOnce(Op.Scratch s, Matrix columns) {
    Lane lane = lanes.passing(columns.cols());
    return outward(s, columns, transfer(s, lane, Direction.OUTWARD, columns));
  }

  private Transfer outward(Op.Scratch s, Matrix own, Transfer transfer) {
    if (route.isWhole()) {
      transfer.start(peer -> own);
    } else {
      Matrix room = s.workspace().matrix(route.mostBoundary(), own.cols());
      transfer.start(peer -> route.boundary(s, own, peer, room));
      s.workspace().release(room);
    }
    return overlapping(transfer);
  }

  /** Sends gradients of halo rows, which may be scaled down, to the owners. */
  Transfer homeward(Op.Scratch s, int layer, Matrix halo) {
    if (how.clip() > 0) {
      norm.clip(s, halo, Math.sqrt(wiring.size()) * how.clip());
    }
    Lane lane = lanes.of(layer, Direction.HOMEWARD, halo.cols());
    Transfer transfer = transfer(s, lane, Direction.HOMEWARD, halo);
    transfer.start(peer -> route.haloOf(peer, halo));
    return overlapping(transfer);
  }

  private Transfer overlapping(Transfer transfer) {
    if (!how.overlap()) {
      transfer.await();
    }
    return transfer;
  }

  /** Adds what peers send for own rows. */
  void addHome(Op.Scratch s, Transfer homeward, int cols, Gradient into) {
    Matrix room = s.workspace().matrix(route.mostBoundary(), cols);
    homeward.finish(
        (peer, packed) -> {
          Matrix rows = room.rowsView(0, route.shapeRows(Direction.HOMEWARD, peer));
          if (rows.rows() > 0) {
            wiring.backend().upload(packed, rows);
            into.add((_, sum) -> s.kernels().scatterAdd(rows, route.scattered(peer), sum));
          }
        });
    s.workspace().release(room);
  }

  /** Puts what owners send into the halo rows. */
  void fill(Transfer outward, Matrix halo) {
    outward.finish((peer, packed) -> wiring.backend().upload(packed, route.haloOf(peer, halo)));
  }

  private Transfer transfer(Op.Scratch s, Lane lane, Direction direction, Matrix rows) {
    Senders senders = choice.of(s, lane, direction, rows);
    return new Transfer(wiring, route, lane, direction, senders, how.keepsRows());
  }

  @Override
  public void close() {
    route.close();
    kept.close();
    memory.close();
  }
}
