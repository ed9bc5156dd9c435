package dev.atoll.app.dashboard;

import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sends a browser the changed parts of its page, as server-sent events. */
final class PartStream {
  private static final long SIGN_OF_LIFE_MILLIS = 5_000;

  private final OutputStream out;
  private PageSubject last = PageSubject.of(List.of(), () -> PageParts.of("", true));
  private Map<String, String> shown = Map.of();
  private long spoke;

  PartStream(OutputStream out) {
    this.out = out;
  }

  /** Sends what is new; now and then also that nothing is, to learn whether anybody listens. */
  void show(PageSubject subject) throws IOException {
    if (shown.isEmpty() || !subject.isUnchangedSince(last)) {
      Map<String, String> now = subject.drawing().draw().markup();
      last = subject;
      if (!now.equals(shown)) {
        send("parts", changes(now));
        shown = now;
      }
    }
    if (System.currentTimeMillis() - spoke > SIGN_OF_LIFE_MILLIS) {
      write(": still here\n\n");
    }
  }

  private String changes(Map<String, String> now) throws IOException {
    Map<String, String> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeAll(shown.entrySet());
    return Json.line(Map.of("order", List.copyOf(now.keySet()), "changed", changed));
  }

  void send(String event, String data) throws IOException {
    write("event: " + event + "\ndata: " + data + "\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    spoke = System.currentTimeMillis();
  }
}
