package dev.atoll.train.cost;

/**
 * Feature rows that an epoch reads, by memory tier, all workers together.
 *
 * @param local rows that workers own or cache; with devices, rows in the reader's memory
 * @param peer on another worker or device
 * @param host rows in the memory of the host and of no device
 * @param busBytes bytes of the rows that a GPU read from host memory
 * @param pageable the rows of {@code host} that the host first copied to memory that a GPU reads
 * @param pageableBytes the bytes of these rows, included in {@code busBytes}
 * @param localSeconds time in which a GPU read rows of its own memory, by its clock
 * @param hostSeconds time in which a GPU read rows of host memory
 * @param pageableSeconds the time for rows that the host had to copy, included in {@code
 *     hostSeconds}
 */
public record RowReads(
    long local,
    long peer,
    long host,
    long busBytes,
    long pageable,
    long pageableBytes,
    double localSeconds,
    double hostSeconds,
    double pageableSeconds) {
  /** No rows. */
  public static final RowReads NONE = new RowReads(0, 0, 0, 0, 0, 0, 0, 0, 0);

  static final int FIGURES = 9;

  /** Rows without times, none of them read by a GPU. */
  public static RowReads counted(long local, long peer, long host) {
    return new RowReads(local, peer, host, 0, 0, 0, 0, 0, 0);
  }

  /** Converts {@link #figures} back. */
  static RowReads of(double[] figures) {
    return new RowReads(
        Math.round(figures[0]),
        Math.round(figures[1]),
        Math.round(figures[2]),
        Math.round(figures[3]),
        Math.round(figures[4]),
        Math.round(figures[5]),
        figures[6],
        figures[7],
        figures[8]);
  }

  double[] figures() {
    return new double[] {
      local,
      peer,
      host,
      busBytes,
      pageable,
      pageableBytes,
      localSeconds,
      hostSeconds,
      pageableSeconds
    };
  }

  /** Multiplies all counts. */
  public RowReads times(double count) {
    double[] figures = figures();
    for (int i = 0; i < FIGURES; i++) {
      figures[i] *= count;
    }
    return of(figures);
  }

  /** The sum of both. */
  public RowReads plus(RowReads other) {
    double[] figures = figures();
    double[] others = other.figures();
    for (int i = 0; i < FIGURES; i++) {
      figures[i] += others[i];
    }
    return of(figures);
  }

  /** The number of all rows. */
  public long rows() {
    return local + peer + host;
  }

  /** The share of all rows that were local; 0 where none was read. */
  public double hits() {
    return rows() == 0 ? 0 : (double) local / rows();
  }
}
