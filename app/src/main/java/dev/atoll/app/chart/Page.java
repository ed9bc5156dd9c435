package dev.atoll.app.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The frame of a page: head, style, script, sections. */
public final class Page {
  private final MarkupTag main = MarkupTag.of("main");
  private final String title;
  private boolean live;
  private boolean linked;

  /** Addresses of the style and the script on a server. */
  public static final String STYLE = "/page.css";

  public static final String SCRIPT = "/page.js";

  public Page(String title) {
    this.title = title;
  }

  public Page add(MarkupTag section) {
    main.add(section);
    return this;
  }

  /**
   * Links the style and the script of the page's server. Other pages contain both, and allow
   * browsers to run nothing else, by their digests.
   */
  public Page linked() {
    linked = true;
    return this;
  }

  public static String style() {
    return resource("page.css");
  }

  public static String script() {
    return resource("page.js");
  }

  /** Makes the page update itself by the events of its server. */
  public Page live() {
    live = true;
    return this;
  }

  /** A section of the page under a heading. */
  public static MarkupTag section(String heading, MarkupTag... content) {
    return MarkupTag.of("section").add(MarkupTag.of("h2").text(heading)).add(content);
  }

  /** A box with a heading of its own and a line on how to read its content. */
  public static MarkupTag card(String heading, String note, MarkupTag... content) {
    return MarkupTag.of("div", "class", "card")
        .add(MarkupTag.of("h3").text(heading))
        .add(MarkupTag.of("p", "class", "note").text(note))
        .add(MarkupTag.of("div", "class", "scroll").add(content));
  }

  /** A key figure in a tile. */
  public static MarkupTag tile(String what, String value, String aside) {
    return MarkupTag.of("div", "class", "tile")
        .add(MarkupTag.of("span").text(what))
        .add(MarkupTag.of("b").text(value))
        .add(MarkupTag.of("small").text(aside));
  }

  public static MarkupTag themeButton() {
    return MarkupTag.of("button", "type", "button", "id", "theme").text("light / dark");
  }

  /** A legend: colours and their meaning. */
  public static MarkupTag legend(List<MarkupTag> entries) {
    return MarkupTag.of("div", "class", "legend").add(entries);
  }

  public static MarkupTag colour(String style, String meaning) {
    return MarkupTag.of("span", "class", "entry")
        .add(MarkupTag.of("i", "class", "dot " + style))
        .text(meaning);
  }

  public String html() {
    MarkupTag head =
        MarkupTag.of("head")
            .add(MarkupTag.of("meta", "charset", "utf-8"))
            .add(linked ? List.of() : List.of(policy()))
            .add(
                MarkupTag.of(
                    "meta", "name", "viewport", "content", "width=device-width, initial-scale=1"))
            .add(MarkupTag.of("title").text(title))
            .add(
                linked
                    ? MarkupTag.of("link", "rel", "stylesheet", "href", STYLE)
                    : MarkupTag.of("style").verbatim(style()));
    MarkupTag body =
        MarkupTag.of("body").add(main).add(MarkupTag.of("div", "id", "tip", "hidden", "hidden"));
    if (live) {
      body.with("data-live", "yes");
    }
    body.add(
        linked ? MarkupTag.of("script", "src", SCRIPT) : MarkupTag.of("script").verbatim(script()));
    return "<!DOCTYPE html>\n" + MarkupTag.of("html", "lang", "en").add(head).add(body) + "\n";
  }

  /** The content policy: only the style and the script of this page. */
  private static MarkupTag policy() {
    String content =
        "default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"
            .formatted(
                digest(MarkupTag.verbatimText(style())), digest(MarkupTag.verbatimText(script())));
    return MarkupTag.of("meta", "http-equiv", "Content-Security-Policy", "content", content);
  }

  private static String digest(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every JDK", e);
    }
  }

  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + name + " cannot be read", e);
    }
  }
}
