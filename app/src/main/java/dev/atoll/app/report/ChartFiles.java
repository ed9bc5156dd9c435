package dev.atoll.app.report;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.SvgFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The charts of a report as files of their own, by name. */
final class ChartFiles {
  private static final Pattern HEADING = Pattern.compile("<h3>(.*?)</h3>");
  private static final Pattern PICTURE =
      Pattern.compile("<svg (?![^>]*swatch)[^>]*>.*?</svg>", Pattern.DOTALL);
  private static final Pattern ENTRY =
      Pattern.compile("<span class=\"entry\"><i class=\"dot ([^\"]*)\"></i>(.*?)</span>");

  private ChartFiles() {}

  /**
   * Collects the pictures in cards.
   *
   * @param cards as {@link dev.atoll.app.chart.Page#card} makes them
   */
  static Map<String, String> of(List<MarkupTag> cards) {
    Map<String, String> files = new LinkedHashMap<>();
    for (MarkupTag card : cards) {
      String markup = card.toString();
      Matcher heading = HEADING.matcher(markup);
      if (heading.find()) {
        add(files, fileName(heading.group(1)), markup);
      }
    }
    return files;
  }

  private static void add(Map<String, String> files, String name, String card) {
    Map<String, String> legend = new LinkedHashMap<>();
    ENTRY.matcher(card).results().forEach(entry -> legend.put(entry.group(2), entry.group(1)));
    List<String> pictures = PICTURE.matcher(card).results().map(found -> found.group()).toList();
    for (int i = 0; i < pictures.size(); i++) {
      String number = pictures.size() == 1 ? "" : "-" + (i + 1);
      files.put(name + number + ".svg", SvgFile.of(pictures.get(i), legend));
    }
  }

  private static String fileName(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
