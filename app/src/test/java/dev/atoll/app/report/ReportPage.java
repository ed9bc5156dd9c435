package dev.atoll.app.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of every report: well-formed, small, self-contained.
 *
 * @param markup without style and script
 * @param text what a reader may see
 */
public record ReportPage(String markup, String text) {
  private static final int MOST_BYTES = 2_000_000;
  private static final Pattern CODE = Pattern.compile("<!\\[CDATA\\[.*?]]>", Pattern.DOTALL);
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-z0-9]+)(?: [A-Za-z0-9-]+=\"[^\"<>]*\")*(/?)>");

  /** Reads a page and checks it. */
  public static ReportPage read(Path file) throws IOException {
    String html = Files.readString(file);
    assertTrue(Files.size(file) < MOST_BYTES, () -> html.length() + " characters");
    for (String outside : List.of("http:", "https:", "src=", "href=", "url(", "@import")) {
      assertFalse(html.contains(outside), outside + " in the page");
    }
    String markup = CODE.matcher(html.replace("<!DOCTYPE html>", "")).replaceAll("");
    assertFalse(markup.contains("NaN"), "a figure that is none");
    return new ReportPage(markup, textOf(markup));
  }

  /** Text between tags; every tag is closed by its own name. */
  private static String textOf(String markup) {
    StringBuilder text = new StringBuilder();
    Deque<String> open = new ArrayDeque<>();
    Matcher tag = TAG.matcher(markup);
    int end = 0;
    while (tag.find()) {
      text.append(markup, end, tag.start());
      end = tag.end();
      if (!tag.group(1).isEmpty()) {
        assertEquals(open.pop(), tag.group(2), "at " + tag.start());
      } else if (tag.group(3).isEmpty()) {
        open.push(tag.group(2));
      }
    }
    assertTrue(open.isEmpty(), () -> "never closed: " + open);
    text.append(markup.substring(end));
    assertFalse(text.toString().matches("(?s).*[<>].*"), "a tag that is none");
    return plain(text.toString());
  }

  private static String plain(String escaped) {
    return escaped
        .replace("&#10;", "\n")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  /** How often a tag is there. */
  public int count(String tag) {
    return markup.split("<" + tag + "[ >]", -1).length - 1;
  }
}
