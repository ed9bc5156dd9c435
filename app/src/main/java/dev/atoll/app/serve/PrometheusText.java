package dev.atoll.app.serve;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures in the text format of Prometheus (version 0.0.4): families of samples, each with help and
 * type, in the order in which they were added.
 *
 * <pre>{@code
 * text.gauge(RunFigure.LOSS, Map.of("run", name), loss);
 * }</pre>
 */
public final class PrometheusText {
  /** The content type. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final Map<RunFigure, StringBuilder> families = new LinkedHashMap<>();

  /** Adds a gauge, which goes up and down; NaN is left out. */
  public void gauge(RunFigure figure, Map<String, String> labels, double value) {
    add(figure, "gauge", labels, value);
  }

  /** Adds a counter, which only grows. */
  public void counter(RunFigure figure, Map<String, String> labels, double value) {
    add(figure, "counter", labels, value);
  }

  private void add(RunFigure figure, String type, Map<String, String> labels, double value) {
    if (Double.isNaN(value)) {
      return;
    }
    StringBuilder family =
        families.computeIfAbsent(
            figure,
            _ ->
                new StringBuilder(
                    "# HELP %1$s %2$s\n# TYPE %1$s %3$s\n"
                        .formatted(figure.id(), figure.help(), type)));
    family.append(figure.id());
    String separator = "{";
    for (Map.Entry<String, String> label : new TreeMap<>(labels).entrySet()) {
      family.append(separator).append(label.getKey()).append("=\"");
      family.append(escaped(label.getValue())).append('"');
      separator = ",";
    }
    family.append(labels.isEmpty() ? " " : "} ").append(number(value)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  public String text() {
    return String.join("", families.values());
  }
}
