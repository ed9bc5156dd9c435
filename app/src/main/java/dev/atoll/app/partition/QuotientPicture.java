package dev.atoll.app.partition;

import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.PartitionReport.PartPair;
import java.util.Comparator;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * A partition as a picture: parts on a ring, circles as large as their nodes, a paler ring around
 * each as large as its halo, curves as wide as the edges between two parts. Parts that share many
 * edges are placed side by side if possible.
 */
public final class QuotientPicture {
  private static final double WIDTH = 720;
  private static final double HEIGHT = 800;
  private static final double CENTER_X = WIDTH / 2;
  private static final double CENTER_Y = 410;
  private static final double RING = 270;
  private static final double LARGEST_CIRCLE = 64;
  private static final double WIDEST_CURVE = 16;

  private static final double SMALLEST_LABEL = 11;

  /** The bend of curves between neighbours towards the middle of the ring; 0 is straight. */
  private static final double LEAST_BEND = 0.3;

  private final PartitionReport report;
  private final int[] placeOf;
  private final double largestCircle;
  private final long mostNodes;
  private final long mostEdges;

  public QuotientPicture(PartitionReport report) {
    this.report = report;
    this.placeOf = places(report);
    this.largestCircle =
        Math.min(LARGEST_CIRCLE, 0.92 * RING * Math.sin(Math.PI / Math.max(2, report.parts())));
    this.mostNodes = Math.max(1, parts().map(this::coreAndHalo).max().orElse(1));
    this.mostEdges = report.partPairs().stream().mapToLong(PartPair::edges).max().orElse(1);
  }

  /** Orders the parts: places next to each part the unplaced one with the most edges to it. */
  private static int[] places(PartitionReport report) {
    int parts = report.parts();
    long[][] edges = new long[parts][parts];
    for (PartPair link : report.partPairs()) {
      edges[link.from()][link.to()] = link.edges();
      edges[link.to()][link.from()] = link.edges();
    }
    int[] placeOf = new int[parts];
    boolean[] placed = new boolean[parts];
    int last = 0;
    for (int place = 0; place < parts; place++) {
      placed[last] = true;
      placeOf[last] = place;
      int next = -1;
      for (int part = 0; part < parts; part++) {
        if (!placed[part] && (next < 0 || edges[last][part] > edges[last][next])) {
          next = part;
        }
      }
      last = next;
    }
    return placeOf;
  }

  private LongStream parts() {
    return LongStream.range(0, report.parts());
  }

  private long coreAndHalo(long part) {
    return report.coreNodes().get((int) part) + report.haloNodes().get((int) part);
  }

  /** The picture as an SVG document. */
  public String svg() {
    var out = new Formatter(Locale.ROOT);
    String title =
        String.format(
            Locale.ROOT,
            "%,d parts by %s: %,d of %,d edges cut (%.1f %%), volume %,d",
            report.parts(),
            report.partitioner(),
            report.cut(),
            report.edges(),
            100.0 * report.cut() / Math.max(1, report.edges()),
            report.volume());
    out.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$.0f %2$.0f" width="%1$.0f" \
        height="%2$.0f" font-family="Helvetica, Arial, sans-serif" text-anchor="middle">
        <title>%3$s</title>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        <text x="%4$.0f" y="40" font-size="18" fill="#22303c">%3$s</text>
        """,
        WIDTH, HEIGHT, title, CENTER_X);
    List<PartPair> thinFirst =
        report.partPairs().stream().sorted(Comparator.comparingLong(PartPair::edges)).toList();
    thinFirst.forEach(link -> addCurve(out, link));
    for (int part = 0; part < report.parts(); part++) {
      addCircles(out, part);
    }
    out.format(
        """
        <text x="%.0f" y="%.0f" font-size="13" fill="#5b6b79">circle: nodes of a part · pale ring: \
        its halo · curve: edges between two parts, the widest %,d</text>
        """,
        CENTER_X, HEIGHT - 24, report.partPairs().isEmpty() ? 0 : mostEdges);
    return out.format("</svg>\n").toString();
  }

  private void addCurve(Formatter out, PartPair link) {
    double share = (double) link.edges() / mostEdges;
    double straight = 1 - bend(link);
    double x1 = x(link.from(), RING);
    double y1 = y(link.from(), RING);
    double x2 = x(link.to(), RING);
    double y2 = y(link.to(), RING);
    out.format(
        """
        <path d="M%.1f %.1fQ%.1f %.1f %.1f %.1f" fill="none" stroke="#44596b" \
        stroke-opacity="%.2f" stroke-width="%.2f"><title>%d – %d: %,d edges</title></path>
        """,
        x1,
        y1,
        CENTER_X + straight * ((x1 + x2) / 2 - CENTER_X),
        CENTER_Y + straight * ((y1 + y2) / 2 - CENTER_Y),
        x2,
        y2,
        Math.min(0.12, 2.0 / report.parts()) + 0.5 * share,
        Math.max(0.3, Math.min(WIDEST_CURVE, largestCircle / 2) * share),
        link.from(),
        link.to(),
        link.edges());
  }

  private double bend(PartPair link) {
    int apart = Math.abs(placeOf[link.from()] - placeOf[link.to()]);
    double half = report.parts() / 2.0;
    return LEAST_BEND + (1 - LEAST_BEND) * Math.min(apart, report.parts() - apart) / half / 2;
  }

  private void addCircles(Formatter out, int part) {
    long core = report.coreNodes().get(part);
    int hue = 360 * placeOf[part] / report.parts();
    out.format(
        """
        <g><title>part %1$d: %2$,d nodes, halo %3$,d</title>
        <circle cx="%4$.1f" cy="%5$.1f" r="%6$.1f" fill="hsl(%8$d,45%%,82%%)" stroke="#ffffff"/>
        <circle cx="%4$.1f" cy="%5$.1f" r="%7$.1f" fill="hsl(%8$d,45%%,42%%)"/>
        """,
        part,
        core,
        report.haloNodes().get(part),
        x(part, RING),
        y(part, RING),
        radius(coreAndHalo(part)),
        radius(core),
        hue);
    addLabel(out, part);
    out.format("</g>%n");
  }

  /**
   * Writes the number of a part inside its circle, or outside of the ring if circles are too small.
   */
  private void addLabel(Formatter out, int part) {
    double size = Math.min(18, 0.4 * largestCircle);
    boolean inside = size >= SMALLEST_LABEL;
    double shown = Math.max(SMALLEST_LABEL, size);
    double ring = inside ? RING : RING + largestCircle + SMALLEST_LABEL;
    out.format(
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-size=\"%.1f\">%d</text>",
        x(part, ring), y(part, ring) + 0.35 * shown, inside ? "#ffffff" : "#22303c", shown, part);
  }

  /** The radius of a circle; areas, not radii, are proportional to numbers of nodes. */
  private double radius(long nodes) {
    return largestCircle * Math.sqrt(nodes / (double) mostNodes);
  }

  private double x(int part, double ring) {
    return CENTER_X + (report.parts() == 1 ? 0 : ring * Math.cos(angle(part)));
  }

  private double y(int part, double ring) {
    return CENTER_Y + (report.parts() == 1 ? 0 : ring * Math.sin(angle(part)));
  }

  private double angle(int part) {
    return 2 * Math.PI * placeOf[part] / report.parts() - Math.PI / 2;
  }
}
