package dev.atoll.app.dashboard;

import dev.atoll.app.chart.MarkupTag;
import dev.atoll.app.chart.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a page at one moment, in sections that change one by one during a run.
 *
 * @param served whether it comes from a server, with links and live updates; otherwise it is a file
 *     of its own
 */
record PageParts(String title, boolean served, List<Part> parts) {
  /** A section; its name is equal at all moments. */
  record Part(String id, MarkupTag content) {
    MarkupTag tag() {
      return MarkupTag.of("div", "id", id, "class", "part").add(content);
    }
  }

  static PageParts of(String title, boolean served) {
    return new PageParts(title, served, new ArrayList<>());
  }

  PageParts add(String id, MarkupTag content) {
    parts.add(new Part(id, content));
    return this;
  }

  /** The complete page, for the first request of a browser. */
  String html() {
    Page page = new Page(title);
    if (served) {
      page.linked().live();
    }
    parts.forEach(part -> page.add(part.tag()));
    return page.html();
  }

  /** The markup of every section by its name, in order. */
  Map<String, String> markup() {
    Map<String, String> markup = new LinkedHashMap<>();
    parts.forEach(part -> markup.put(part.id, part.tag().toString()));
    return markup;
  }
}
