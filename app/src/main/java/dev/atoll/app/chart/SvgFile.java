package dev.atoll.app.chart;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A chart as a file of its own, for papers: with the colours that a page defines in its style, and
 * with a legend.
 */
public final class SvgFile {
  private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 (\\d+) (\\d+)\"");
  private static final Pattern CURVE =
      Pattern.compile("<polyline class=\"curve (\\S+) \\S+\"[^>]*data-label=\"([^\"]*)\"");
  private static final int LINE = 18;
  private static final int LEFT = 62;

  private SvgFile() {}

  /**
   * The text of the file.
   *
   * @param svg the markup of the chart
   * @param legend styles by label; the curves of the chart where it is empty
   */
  public static String of(String svg, Map<String, String> legend) {
    Matcher size = SIZE.matcher(svg);
    if (!size.find()) {
      throw new IllegalArgumentException("a picture without a size: " + svg);
    }
    int width = Integer.parseInt(size.group(1));
    int height = Integer.parseInt(size.group(2));
    Map<String, String> entries = new LinkedHashMap<>(legend);
    if (entries.isEmpty()) {
      CURVE.matcher(svg).results().forEach(found -> entries.put(found.group(2), found.group(1)));
    }
    StringBuilder below = new StringBuilder();
    int y = height;
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      y += LINE;
      below.append(
          "<rect class=\"bar %s\" x=\"%d\" y=\"%d\" width=\"11\" height=\"11\"/>"
              .formatted(entry.getValue(), LEFT, y - 10));
      below.append(
          "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>"
              .formatted(LEFT + 18, y, entry.getKey()));
    }
    int whole = entries.isEmpty() ? height : y + LINE / 2;
    int begin = svg.indexOf('>') + 1;
    int end = svg.lastIndexOf("</svg>");
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d">
    <style>%3$s</style>
    <rect width="%1$d" height="%2$d" fill="#ffffff"/>
    %4$s%5$s
    </svg>
    """
        .formatted(width, whole, Page.resource("svg.css"), svg.substring(begin, end), below);
  }
}
