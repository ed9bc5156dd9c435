package dev.atoll.train.cost;

/**
 * Feature rows that an epoch reads, by place, all workers together.
 *
 * @param local rows that workers own or keep; where they have devices, in the reader's memory
 * @param peer on another worker or device
 * @param host in the memory of the host, and in no device's
 * @param busBytes of the rows that a GPU read from the host's memory
 * @param pageable of {@code host}, the rows that the host had to copy to where a GPU reads them
 * @param pageableBytes of {@code busBytes}, those of such rows
 * @param localSeconds in which a GPU read rows of its own memory, by its clock
 * @param hostSeconds in which a GPU read rows of the host's memory
 * @param pageableSeconds of {@code hostSeconds}, for rows that the host had to copy
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

  /** From {@link #figures}. */
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

  /** All rows. */
  public long rows() {
    return local + peer + host;
  }

  /** The share of all rows that were local; 0 where none was read. */
  public double hits() {
    return rows() == 0 ? 0 : (double) local / rows();
  }
}
