package dev.atoll.train.link;

import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;

/** The positive links of seeds, in the dataset's own numbers. */
interface Pairs extends AutoCloseable {
  /**
   * Begins with {@code seeds[from] … seeds[to − 1]}, whose heads and names are available
   * immediately.
   */
  void begin(long[] seeds, int from, int to);

  /** Finds the tails; may ask peers. */
  void find(RandomKey key);

  /**
   * The tails that heads are known to have; may ask peers, also while tails are being found.
   *
   * @param ofAll the known tails of all heads of the run
   */
  default KnownLinks known(KnownLinks ofAll) {
    return ofAll;
  }

  int head(int place);

  int tail(int place);

  int relation(int place);

  /** The id of a pair for random choices, the same in every batch. */
  long name(int place);

  @Override
  default void close() {}

  /**
   * Seeds that are links. Of links with relations, the seeds from {@code count} on are the inverse
   * links.
   */
  final class OfLinks implements Pairs {
    private final Links links;
    private long[] seeds = {};
    private int from;

    OfLinks(Links links) {
      this.links = links;
    }

    /** A link for a seed. */
    static long link(Links links, long seed) {
      return seed < links.count() ? seed : seed - links.count();
    }

    @Override
    public void begin(long[] all, int first, int to) {
      seeds = all;
      from = first;
    }

    @Override
    public void find(RandomKey key) {}

    private long seed(int place) {
      return seeds[from + place];
    }

    private boolean back(int place) {
      return seed(place) >= links.count();
    }

    @Override
    public int head(int place) {
      long link = link(links, seed(place));
      return back(place) ? links.tail(link) : links.head(link);
    }

    @Override
    public int tail(int place) {
      long link = link(links, seed(place));
      return back(place) ? links.head(link) : links.tail(link);
    }

    @Override
    public int relation(int place) {
      int relation = links.relation(link(links, seed(place)));
      return back(place) ? relation + links.relationCount() : relation;
    }

    @Override
    public long name(int place) {
      return links.globalIndex(seed(place));
    }
  }
}
