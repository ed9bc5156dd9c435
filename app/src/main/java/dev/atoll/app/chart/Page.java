package dev.atoll.app.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The outside of a report: head, style, script, sections. */
public final class Page {
  private final Tag main = Tag.of("main");
  private final String title;
  private boolean live;

  public Page(String title) {
    this.title = title;
  }

  public Page add(Tag section) {
    main.add(section);
    return this;
  }

  /** Lets the page follow what the server that it came from tells about it. */
  public Page live() {
    live = true;
    return this;
  }

  /** A part of the page under a heading. */
  public static Tag section(String heading, Tag... content) {
    return Tag.of("section").add(Tag.of("h2").text(heading)).add(content);
  }

  /** A box with a heading of its own and a line on how to read what is in it. */
  public static Tag card(String heading, String note, Tag... content) {
    return Tag.of("div", "class", "card")
        .add(Tag.of("h3").text(heading))
        .add(Tag.of("p", "class", "note").text(note))
        .add(Tag.of("div", "class", "scroll").add(content));
  }

  /** A figure that a reader wants to know first. */
  public static Tag tile(String what, String value, String aside) {
    return Tag.of("div", "class", "tile")
        .add(Tag.of("span").text(what))
        .add(Tag.of("b").text(value))
        .add(Tag.of("small").text(aside));
  }

  public static Tag themeButton() {
    return Tag.of("button", "type", "button", "id", "theme").text("light / dark");
  }

  /** Colours and what they mean. */
  public static Tag legend(List<Tag> entries) {
    return Tag.of("div", "class", "legend").add(entries);
  }

  public static Tag colour(String style, String meaning) {
    return Tag.of("span", "class", "entry").add(Tag.of("i", "class", "dot " + style)).text(meaning);
  }

  public String html() {
    Tag head =
        Tag.of("head")
            .add(Tag.of("meta", "charset", "utf-8"))
            .add(
                Tag.of(
                    "meta", "name", "viewport", "content", "width=device-width, initial-scale=1"))
            .add(Tag.of("title").text(title))
            .add(Tag.of("style").verbatim(resource("page.css")));
    Tag body = Tag.of("body").add(main).add(Tag.of("div", "id", "tip", "hidden", "hidden"));
    if (live) {
      body.with("data-live", "yes");
    }
    body.add(Tag.of("script").verbatim(resource("page.js")));
    return "<!DOCTYPE html>\n" + Tag.of("html", "lang", "en").add(head).add(body) + "\n";
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + name + " cannot be read", e);
    }
  }
}
