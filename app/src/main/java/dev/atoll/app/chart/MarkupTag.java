package dev.atoll.app.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A fragment of markup. Text and attributes are escaped, every tag is closed: the output is both
 * HTML and well-formed XML.
 *
 * <pre>  Tag.of("p", "class", "note").text("a &amp; b")</pre>
 */
public final class MarkupTag {
  private static final List<String> VOID =
      List.of(
          "meta", "link", "br", "input", "rect", "line", "circle", "path", "polyline", "polygon");

  private final String name;
  private final StringBuilder attributes = new StringBuilder();
  private final List<Object> inside = new ArrayList<>();

  private MarkupTag(String name) {
    this.name = name;
  }

  /** A tag with attributes, each as a name and a value. */
  public static MarkupTag of(String name, String... namesAndValues) {
    MarkupTag tag = new MarkupTag(name);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      tag.with(namesAndValues[i], namesAndValues[i + 1]);
    }
    return tag;
  }

  public MarkupTag with(String attribute, String value) {
    attributes.append(' ').append(attribute).append("=\"").append(escaped(value)).append('"');
    return this;
  }

  public MarkupTag with(String attribute, double value) {
    return with(attribute, number(value));
  }

  public MarkupTag add(MarkupTag... children) {
    inside.addAll(List.of(children));
    return this;
  }

  public MarkupTag add(List<MarkupTag> children) {
    inside.addAll(children);
    return this;
  }

  public MarkupTag text(String text) {
    inside.add(escaped(text));
    return this;
  }

  /** Content that is not escaped: a style or a script. */
  public MarkupTag verbatim(String content) {
    inside.add(verbatimText(content));
    return this;
  }

  /** The text of verbatim content as a browser reads it, for digests. */
  static String verbatimText(String content) {
    return "/*<![CDATA[*/\n" + content + "/*]]>*/";
  }

  /** A coordinate with one decimal. */
  public static String number(double value) {
    double tenths = Math.round(value * 10) / 10.0;
    return tenths == Math.rint(tenths) ? Long.toString((long) tenths) : Double.toString(tenths);
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> c >= ' ' || c == '\n' || c == '\t')
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\n' -> safe.append("&#10;");
                default -> safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  private void write(StringBuilder out) {
    out.append('<').append(name).append(attributes);
    if (VOID.contains(name)) {
      out.append("/>");
      return;
    }
    out.append('>');
    for (Object piece : inside) {
      if (piece instanceof MarkupTag tag) {
        tag.write(out);
      } else {
        out.append(piece);
      }
    }
    out.append("</").append(name).append('>');
  }
}
