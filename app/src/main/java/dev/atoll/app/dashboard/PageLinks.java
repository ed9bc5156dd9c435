package dev.atoll.app.dashboard;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The addresses of pages. */
final class PageLinks {
  static final String RUN = "/run/";
  static final String OVERLAY = "/compare";
  static final String METRICS = "/metrics";
  static final String LOGIN = "/login";

  private PageLinks() {}

  static String run(String name) {
    return RUN
        + Arrays.stream(name.split("/")).map(PageLinks::encoded).collect(Collectors.joining("/"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The values of a parameter in the query of an address. */
  static List<String> values(String query, String name) {
    return query == null
        ? List.of()
        : Arrays.stream(query.split("&"))
            .filter(pair -> pair.startsWith(name + "="))
            .map(
                pair ->
                    URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8))
            .toList();
  }
}
