package dev.atoll.train.link;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.metric.Metrics;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.LinkSpec.Metric;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Evaluates embeddings by link prediction. Ranks are among all candidates except known links
 * ("filtered"); equal scores share their ranks. Links with relations are ranked in both directions.
 */
public final class LinkEvaluation {
  private static final int BEST = 20;

  private final LinkSpec spec;
  private final Metric metric;
  private final Links links;
  private final KnownLinks known;
  private final int[] candidates;
  private final Negatives negatives;
  private final RandomKey key;

  /**
   * @param key of the negatives, which are the same in every evaluation
   */
  public LinkEvaluation(LinkSpec spec, WorkerData data, RandomKey key) {
    this.spec = spec;
    this.links = data.links().orElseThrow();
    this.metric = metric(spec, data);
    int nodes = data.nodeCount();
    this.known = KnownLinks.of(links, nodes, role -> role != Split.NONE);
    this.candidates = Negatives.candidates(links, nodes);
    this.negatives = Negatives.of(Negatives.Kind.UNIFORM, candidates, known);
    this.key = key;
    int among = spec.candidates() == 0 ? candidates.length : spec.candidates();
    for (int k : spec.hits()) {
      if (k > among && metric != Metric.RECALL) {
        throw new BadDataException(
            "link.hits=%d, but a link is ranked among %d candidates: expected fewer places"
                .formatted(k, among));
      }
    }
  }

  private static Metric metric(LinkSpec spec, WorkerData data) {
    if (spec.metric() != Metric.AUTO) {
      return spec.metric();
    }
    String metric = data.metric().orElse("").toLowerCase(Locale.ROOT);
    return metric.contains("mrr")
        ? Metric.MRR
        : metric.contains("recall@20") ? Metric.RECALL : Metric.AUC;
  }

  /** The number of evaluated links. */
  public int count(int role) {
    return links.count(role);
  }

  /** The metrics of a role, the selection metric first; empty where the role has no links. */
  public Map<String, Double> of(PairScores scores, int role) {
    var figures = new LinkedHashMap<String, Double>();
    if (links.count(role) == 0) {
      return figures;
    }
    switch (metric) {
      case AUC -> {
        area(scores, role, figures);
        ranks(scores, role, figures);
      }
      case MRR -> ranks(scores, role, figures);
      case RECALL -> best(scores, role, figures);
      case AUTO -> throw new IllegalStateException("no metric was chosen");
    }
    return figures;
  }

  /** AUC of links against as many negatives. */
  private void area(PairScores scores, int role, Map<String, Double> figures) {
    int[] asked = toInts(links.withRole(role));
    int[] heads = Arrays.stream(asked).map(links::head).toArray();
    int[] tails = Arrays.stream(asked).map(links::tail).toArray();
    int[] relations = Arrays.stream(asked).map(links::relation).toArray();
    int[] others = new int[asked.length];
    int[] drawn = new int[1];
    for (int i = 0; i < others.length; i++) {
      negatives.draw(known, heads[i], relations[i], key.child(asked[i]), drawn);
      others[i] = drawn[0];
    }
    float[] yes = scores.of(heads, tails, relations, 1);
    float[] no = scores.of(heads, others, relations, 1);
    figures.put("auc", Metrics.auc(yes, no));
    figures.put("averagePrecision", Metrics.averagePrecision(yes, no));
  }

  private static int[] toInts(long[] values) {
    return Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
  }

  private void ranks(PairScores scores, int role, Map<String, Double> figures) {
    int[] asked = toInts(links.withRole(role));
    double[] ranks = rank(scores, asked, false);
    if (links.relations().isPresent()) {
      double[] back = rank(scores, asked, true);
      double[] both = Arrays.copyOf(ranks, ranks.length + back.length);
      System.arraycopy(back, 0, both, ranks.length, back.length);
      ranks = both;
    }
    figures.put("mrr", Arrays.stream(ranks).map(rank -> 1 / rank).average().orElseThrow());
    for (int k : spec.hits()) {
      double within = Arrays.stream(ranks).filter(rank -> rank <= k).count();
      figures.put("hits@" + k, within / ranks.length);
    }
  }

  /**
   * @param back whether heads are ranked instead of tails
   */
  private double[] rank(PairScores scores, int[] asked, boolean back) {
    int[] heads = Arrays.stream(asked).map(l -> back ? links.tail(l) : links.head(l)).toArray();
    int[] tails = Arrays.stream(asked).map(l -> back ? links.head(l) : links.tail(l)).toArray();
    int shift = back ? links.relationCount() : 0;
    int[] relations = Arrays.stream(asked).map(l -> links.relation(l) + shift).toArray();
    return spec.candidates() == 0
        ? amongAll(scores, heads, tails, relations)
        : amongSome(scores, asked, heads, tails, relations);
  }

  private double[] amongAll(PairScores scores, int[] heads, int[] tails, int[] relations) {
    double[] ranks = new double[heads.length];
    scores.matrix(
        heads,
        relations,
        candidates,
        (query, all, from) -> {
          float own = all[from + place(tails[query])];
          var count = new RankCounts(own);
          for (int i = 0; i < candidates.length; i++) {
            count.add(all[from + i], 1);
          }
          known.forEachTail(
              heads[query], relations[query], tail -> count.add(all[from + place(tail)], -1));
          ranks[query] = count.rank();
        });
    return ranks;
  }

  /** The index of a node among the candidates. */
  private int place(int node) {
    return candidates[candidates.length - 1] == candidates.length - 1
        ? node
        : Arrays.binarySearch(candidates, node);
  }

  /** Counts candidates with a higher or an equal score. */
  private static final class RankCounts {
    private final float own;
    private int more;
    private int equal;

    RankCounts(float own) {
      this.own = Metrics.requireNumber(own);
    }

    void add(float score, int times) {
      more += Metrics.requireNumber(score) > own ? times : 0;
      equal += score == own ? times : 0;
    }

    double rank() {
      return 1 + more + equal / 2.0;
    }
  }

  private double[] amongSome(
      PairScores scores, int[] asked, int[] heads, int[] tails, int[] relations) {
    int n = spec.candidates();
    double[] ranks = new double[heads.length];
    int[] drawn = new int[n];
    int[] pairTails = new int[n + 1];
    for (int i = 0; i < heads.length; i++) {
      negatives.draw(known, heads[i], relations[i], key.child("ranks").child(asked[i]), drawn);
      System.arraycopy(drawn, 0, pairTails, 1, n);
      pairTails[0] = tails[i];
      int[] head = new int[n + 1];
      int[] relation = new int[n + 1];
      Arrays.fill(head, heads[i]);
      Arrays.fill(relation, relations[i]);
      float[] found = scores.of(head, pairTails, relation, 1);
      var count = new RankCounts(found[0]);
      for (int j = 1; j <= n; j++) {
        count.add(found[j], 1);
      }
      ranks[i] = count.rank();
    }
    return ranks;
  }

  /** Recall of every head: the share of its links among its best tails, training links excluded. */
  private void best(PairScores scores, int role, Map<String, Double> figures) {
    int[] heads =
        Arrays.stream(toInts(links.withRole(role))).map(links::head).sorted().distinct().toArray();
    int nodes = 1 + IntStream.range(0, links.count()).map(links::head).max().orElseThrow();
    nodes = Math.max(nodes, candidates[candidates.length - 1] + 1);
    KnownLinks wanted = KnownLinks.of(links, nodes, r -> r == role);
    KnownLinks left = KnownLinks.of(links, nodes, r -> r != role && r != Split.NONE);
    double[] recalls = new double[heads.length];
    double[] gains = new double[heads.length];
    scores.matrix(
        heads,
        new int[heads.length],
        candidates,
        (query, all, from) -> {
          int head = heads[query];
          left.forEachTail(head, 0, tail -> all[from + place(tail)] = Float.NEGATIVE_INFINITY);
          int total = wanted.count(head);
          int[] top = TopK.of(all, from, candidates.length, BEST);
          for (int place = 0; place < top.length; place++) {
            if (wanted.contains(head, 0, candidates[top[place]])) {
              recalls[query] += 1.0 / total;
              gains[query] += Metrics.gain(place);
            }
          }
          gains[query] /= Metrics.idealGain(Math.min(total, BEST));
        });
    figures.put("recall@" + BEST, Arrays.stream(recalls).average().orElseThrow());
    figures.put("ndcg@" + BEST, Arrays.stream(gains).average().orElseThrow());
  }
}
