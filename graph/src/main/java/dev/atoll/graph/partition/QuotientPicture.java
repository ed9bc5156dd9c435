package dev.atoll.graph.partition;

import java.util.Formatter;
import java.util.Locale;

/**
 * A partition as a picture: parts on a ring, circles as large as their nodes, lines as wide as the
 * edges between them, the halo as a ring around each circle.
 */
public final class QuotientPicture {
  private static final double SIZE = 640;
  private static final double RING = 240;
  private static final double LARGEST_CIRCLE = 56;
  private static final double WIDEST_LINE = 14;

  private final PartitionReport report;

  public QuotientPicture(PartitionReport report) {
    this.report = report;
  }

  /** The picture as an SVG document. */
  public String svg() {
    var out = new Formatter(Locale.ROOT);
    out.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif">
        <title>%d parts, %d edges cut, volume %d</title>
        """,
        SIZE, SIZE, report.parts(), report.cut(), report.volume());
    report.links().forEach(link -> addLine(out, link));
    for (int part = 0; part < report.parts(); part++) {
      addCircle(out, part);
    }
    return out.format("</svg>\n").toString();
  }

  private void addLine(Formatter out, PartitionReport.Link link) {
    long most = report.links().stream().mapToLong(PartitionReport.Link::edges).max().orElse(1);
    out.format(
        """
        <line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#7a8b99" stroke-opacity="0.6" \
        stroke-width="%.2f"><title>%d – %d: %d edges</title></line>
        """,
        x(link.from()),
        y(link.from()),
        x(link.to()),
        y(link.to()),
        Math.max(0.2, WIDEST_LINE * link.edges() / most),
        link.from(),
        link.to(),
        link.edges());
  }

  private void addCircle(Formatter out, int part) {
    long core = report.coreNodes().get(part);
    long halo = report.haloNodes().get(part);
    out.format(
        """
        <g><title>part %d: %d nodes, halo %d</title>
        <circle cx="%.1f" cy="%.1f" r="%.1f" fill="#9fd3c7"/>
        <circle cx="%.1f" cy="%.1f" r="%.1f" fill="#385170"/>
        <text x="%.1f" y="%.1f" fill="white" font-size="12" text-anchor="middle">%d</text></g>
        """,
        part,
        core,
        halo,
        x(part),
        y(part),
        radius(core + halo),
        x(part),
        y(part),
        radius(core),
        x(part),
        y(part) + 4,
        part);
  }

  /** Areas, not radii, stand for numbers. */
  private double radius(long nodes) {
    long most = 1;
    for (int part = 0; part < report.parts(); part++) {
      most = Math.max(most, report.coreNodes().get(part) + report.haloNodes().get(part));
    }
    double largest = Math.min(LARGEST_CIRCLE, Math.PI * RING / Math.max(1, report.parts()) * 0.9);
    return largest * Math.sqrt(nodes / (double) most);
  }

  private double x(int part) {
    return SIZE / 2 + (report.parts() == 1 ? 0 : RING * Math.cos(angle(part)));
  }

  private double y(int part) {
    return SIZE / 2 + (report.parts() == 1 ? 0 : RING * Math.sin(angle(part)));
  }

  private double angle(int part) {
    return 2 * Math.PI * part / report.parts() - Math.PI / 2;
  }
}
