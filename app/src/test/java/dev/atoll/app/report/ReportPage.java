package dev.atoll.app.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/** What every report must be: well-formed, small, complete in itself. */
public record ReportPage(String html, Document document) {
  private static final int MOST_BYTES = 2_000_000;

  /** Reads a page and checks it. */
  public static ReportPage read(Path file) throws Exception {
    String html = Files.readString(file);
    assertTrue(Files.size(file) < MOST_BYTES, () -> html.length() + " characters");
    for (String outside :
        List.of("http:", "https:", "src=", "href=", "url(", "@import", ">NaN", "\"NaN")) {
      assertFalse(html.contains(outside), outside + " in the page");
    }
    var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    return new ReportPage(html, parser.parse(new ByteArrayInputStream(bytes)));
  }

  /** All text a reader may see. */
  public String text() {
    return document.getElementsByTagName("main").item(0).getTextContent();
  }

  public int count(String tag) {
    return document.getElementsByTagName(tag).getLength();
  }
}
