package dev.atoll.train.halo;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.Shard;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The rows that workers exchange, known to both ends in the same order, so that no ids are sent.
 *
 * <pre>
 *   halo(owner)      rows of that owner which this worker reads
 *   boundary(peer)   own rows which that peer reads
 * </pre>
 */
public final class HaloPlan {
  private final PeerRows[] halo;
  private final PeerRows[] boundary;
  private final int[] haloStart;

  private HaloPlan(PeerRows[] halo, PeerRows[] boundary) {
    this.halo = halo;
    this.boundary = boundary;
    this.haloStart = new int[halo.length + 1];
    for (int owner = 0; owner < halo.length; owner++) {
      haloStart[owner + 1] = haloStart[owner] + halo[owner].count();
    }
  }

  /**
   * Sends every owner the list of its rows that this worker reads. All workers call it together.
   */
  public static HaloPlan agree(Shard shard, Communicator workers) {
    int size = workers.size();
    int[][] wanted = new int[size][];
    var halo = new PeerRows[size];
    int next = 0;
    for (int owner = 0; owner < size; owner++) {
      int begin = next;
      long first = shard.book().first(owner);
      long end = first + shard.book().coreCount(owner);
      while (next < shard.haloCount() && shard.haloNode(next) < end) {
        next++;
      }
      wanted[owner] = new int[next - begin];
      for (int i = begin; i < next; i++) {
        wanted[owner][i - begin] = (int) (shard.haloNode(i) - first);
      }
      halo[owner] = PeerRows.of(wanted[owner], shard.book().coreCount(owner));
    }
    int[][] read = exchangeNumbers(wanted, Purpose.CONTROL, workers);
    var boundary = new PeerRows[size];
    for (int peer = 0; peer < size; peer++) {
      boundary[peer] = PeerRows.of(read[peer], shard.coreCount());
    }
    return new HaloPlan(halo, boundary);
  }

  private static int[][] exchangeNumbers(int[][] numbers, Purpose purpose, Communicator workers) {
    var out = new MemorySegment[numbers.length];
    for (int peer = 0; peer < out.length; peer++) {
      out[peer] = MemorySegment.ofArray(numbers[peer]);
    }
    int[][] in = new int[numbers.length][];
    workers.exchange(
        purpose,
        out,
        (peer, elements) -> {
          in[peer] = new int[(int) (elements.byteSize() / Integer.BYTES)];
          for (int i = 0; i < in[peer].length; i++) {
            in[peer][i] = elements.get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
          }
        });
    return in;
  }

  /**
   * Tells owners which of their rows this worker has chosen. All workers call it together.
   *
   * @param haloIndices by owner, indices among its halo rows
   * @return by peer, indices among its boundary rows
   */
  public int[][] tellOwners(int[][] haloIndices, Communicator workers) {
    return exchangeNumbers(haloIndices, Purpose.CONTROL, workers);
  }

  /**
   * The plan after every worker has reordered its own rows. All workers call it together.
   *
   * @param own the new index of every own row
   */
  public HaloPlan reordered(Ordering own, Communicator workers) {
    int[][] given = new int[boundary.length][];
    for (int peer = 0; peer < given.length; peer++) {
      given[peer] = boundary[peer].newRows(own);
    }
    int[][] read = exchangeNumbers(given, Purpose.CONTROL, workers);
    var newHalo = new PeerRows[halo.length];
    var newBoundary = new PeerRows[halo.length];
    for (int peer = 0; peer < halo.length; peer++) {
      newHalo[peer] = PeerRows.of(read[peer], halo[peer].ownerRows());
      newBoundary[peer] = PeerRows.of(given[peer], boundary[peer].ownerRows());
    }
    return new HaloPlan(newHalo, newBoundary);
  }

  /** The order of all halo rows by owner, and of an owner's by its rows. */
  public Ordering haloByRow() {
    int[] order = new int[haloCount()];
    for (int owner = 0; owner < halo.length; owner++) {
      Ordering byRow = halo[owner].byRow();
      for (int i = 0; i < byRow.nodeCount(); i++) {
        order[haloStart[owner] + i] = haloStart[owner] + byRow.oldOf(i);
      }
    }
    return Ordering.ofNewToOld(order);
  }

  /** The order by row of the own rows that a peer reads. */
  public Ordering boundaryByRow(int peer) {
    return boundary[peer].byRow();
  }

  /** A copy with the rows of every owner in ascending order. */
  public HaloPlan byRow() {
    return new HaloPlan(byRow(halo), byRow(boundary));
  }

  private static PeerRows[] byRow(PeerRows[] rows) {
    return Arrays.stream(rows)
        .map(each -> each.chosen(each.byRow().toArray()).asAll(each.ownerRows()))
        .toArray(PeerRows[]::new);
  }

  /**
   * The plan of a layer that exchanges some of these rows.
   *
   * @param haloIndices by owner, indices among its halo rows, ascending
   * @param boundaryIndices by peer, indices among its boundary rows, ascending
   * @param ownerRows by worker, the number of its rows that the layer has
   * @param rank this worker
   */
  public HaloPlan ofLayer(int[][] haloIndices, int[][] boundaryIndices, int[] ownerRows, int rank) {
    var newHalo = new PeerRows[halo.length];
    var newBoundary = new PeerRows[halo.length];
    for (int peer = 0; peer < halo.length; peer++) {
      newHalo[peer] = halo[peer].chosen(haloIndices[peer]).asAll(ownerRows[peer]);
      newBoundary[peer] = boundary[peer].chosen(boundaryIndices[peer]).asAll(ownerRows[rank]);
    }
    return new HaloPlan(newHalo, newBoundary);
  }

  /**
   * A subset of these rows that both ends have chosen.
   *
   * @param haloIndices by owner, indices among its halo rows, ascending
   * @param boundaryIndices by peer, indices among its boundary rows, ascending
   */
  public HaloPlan chosen(int[][] haloIndices, int[][] boundaryIndices) {
    return new HaloPlan(chosen(halo, haloIndices), chosen(boundary, boundaryIndices));
  }

  /** A subset of these rows, chosen by the readers and sent to the owners. */
  public HaloPlan chosenByReaders(int[][] haloIndices, Communicator workers) {
    return chosen(haloIndices, exchangeNumbers(haloIndices, Purpose.SAMPLING, workers));
  }

  private static PeerRows[] chosen(PeerRows[] rows, int[][] indices) {
    var chosen = new PeerRows[rows.length];
    for (int peer = 0; peer < rows.length; peer++) {
      chosen[peer] = rows[peer].chosen(indices[peer]);
    }
    return chosen;
  }

  public int workers() {
    return halo.length;
  }

  public int haloCount() {
    return haloStart[haloStart.length - 1];
  }

  /** The index of an owner's first halo row among all halo rows; owners ascend. */
  public int haloStart(int owner) {
    return haloStart[owner];
  }

  public int haloCount(int owner) {
    return halo[owner].count();
  }

  /** The number of own rows that a peer reads. */
  public int boundaryCount(int peer) {
    return boundary[peer].count();
  }

  /** The number of rows that peers read; a row that several peers read counts for each. */
  public int boundaryCount() {
    return Arrays.stream(boundary).mapToInt(PeerRows::count).sum();
  }

  /** The index of a chosen halo row among all halo rows of its owner. */
  public int haloPlace(int owner, int index) {
    return halo[owner].place(index);
  }

  /** The own row, counted from 0, that a peer reads at an index. */
  public int boundaryRow(int peer, int index) {
    return boundary[peer].row(index);
  }

  public PeerRows halo(int owner) {
    return halo[owner];
  }

  public PeerRows boundary(int peer) {
    return boundary[peer];
  }
}
