package dev.atoll.recipe.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.atoll.files.AtomicFile;
import dev.atoll.train.cost.Timeline;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Timelines in the format of Chrome's tracing, which Perfetto (ui.perfetto.dev) opens: a worker is
 * a process, its threads are threads, a span is a complete event.
 */
public final class TimelineFile {
  private TimelineFile() {}

  /** Writes one file with the timelines of all workers; the first span begins at 0. */
  public static void write(List<Timeline.OfWorker> byWorker, Path file) throws IOException {
    long zero =
        byWorker.stream()
            .flatMap(worker -> worker.spans().stream())
            .mapToLong(Timeline.Span::begun)
            .min()
            .orElse(0);
    AtomicFile.write(
        file,
        beside -> {
          try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside));
              JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeArrayFieldStart("traceEvents");
            for (int worker = 0; worker < byWorker.size(); worker++) {
              write(worker, byWorker.get(worker), zero, json);
            }
            json.writeEndArray();
            json.writeStringField("displayTimeUnit", "ms");
            json.writeEndObject();
          }
        });
  }

  private static void write(int worker, Timeline.OfWorker of, long zero, JsonGenerator json)
      throws IOException {
    String lost = of.lost() == 0 ? "" : " (%d later spans left out)".formatted(of.lost());
    name("process_name", worker, 0, "worker " + worker + lost, json);
    Map<String, Integer> threads = new LinkedHashMap<>();
    for (Timeline.Span span : of.spans()) {
      threads.putIfAbsent(span.thread(), threads.size());
      json.writeStartObject();
      json.writeStringField("name", span.name());
      json.writeStringField("cat", span.phase());
      json.writeStringField("ph", "X");
      json.writeNumberField("pid", worker);
      json.writeNumberField("tid", threads.get(span.thread()));
      json.writeNumberField("ts", span.begun() - zero);
      json.writeNumberField("dur", span.micros());
      if (span.step() != Timeline.NO_STEP) {
        json.writeObjectFieldStart("args");
        json.writeNumberField("step", span.step());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    for (Map.Entry<String, Integer> thread : threads.entrySet()) {
      name("thread_name", worker, thread.getValue(), thread.getKey(), json);
    }
  }

  private static void name(String what, int worker, int thread, String name, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", what);
    json.writeStringField("ph", "M");
    json.writeNumberField("pid", worker);
    json.writeNumberField("tid", thread);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Reads a timeline file; times count from its first span. */
  public static List<Timeline.OfWorker> read(Path file) throws IOException {
    Map<Integer, List<JsonNode>> byWorker = new TreeMap<>();
    Map<String, String> threads = new HashMap<>();
    try (MappingIterator<JsonNode> events = Json.elements(file, "traceEvents")) {
      while (events.hasNext()) {
        JsonNode event = events.next();
        if (event.path("ph").asText().equals("X")) {
          byWorker.computeIfAbsent(event.path("pid").asInt(), _ -> new ArrayList<>()).add(event);
        } else if (event.path("name").asText().equals("thread_name")) {
          threads.put(thread(event), event.at("/args/name").asText());
        }
      }
    }
    return byWorker.values().stream()
        .map(events -> events.stream().map(event -> span(event, threads)).toList())
        .map(spans -> new Timeline.OfWorker(spans, 0))
        .toList();
  }

  private static String thread(JsonNode event) {
    return event.path("pid") + ":" + event.path("tid");
  }

  private static Timeline.Span span(JsonNode event, Map<String, String> threads) {
    return new Timeline.Span(
        event.path("name").asText(),
        event.path("cat").asText(),
        threads.getOrDefault(thread(event), thread(event)),
        event.at("/args/step").asInt(Timeline.NO_STEP),
        event.path("ts").asLong(),
        event.path("dur").asLong());
  }
}
