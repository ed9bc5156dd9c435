package dev.atoll.recipe.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.JsonSeal;
import dev.atoll.recipe.run.Json;
import dev.atoll.train.metric.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelInfoTest {
  /** A file as it was written when all fields were components of one record. */
  private static final String WRITTEN =
      """
      {
        "format" : "atoll-model",
        "version" : 1,
        "settings" : {
          "data" : "cora",
          "epochs" : "2"
        },
        "data" : "/data/cora",
        "dataset" : "cora",
        "dataSha256" : "ab12",
        "features" : 2,
        "columns" : [ {
          "column" : "age",
          "encoder" : "number",
          "width" : 1,
          "categories" : [ ],
          "numbers" : {
            "mean" : 40.5,
            "deviation" : 12.25,
            "scaled" : true,
            "indicator" : true
          }
        } ],
        "classes" : 2,
        "classNames" : [ "no", "yes" ],
        "multiLabel" : false,
        "ids" : "text",
        "mean" : [ 0.5, 1.5 ],
        "inverseDeviation" : [ 2.0, 4.0 ],
        "decision" : {
          "label" : 1,
          "threshold" : 0.375
        },
        "weightsSha256" : "cd34",
        "atoll" : "0.1.0",
        "commit" : "ef56"
      }\
      """;

  private static final String SEAL =
      "24f310c310f3ceeaa3657fd37d00523dbcd39eb485defc4b98ff3a9862b43af2";

  @TempDir private Path folder;

  @Test
  void fieldsOfTheFileAreFlat() throws IOException {
    ModelInfo info = Json.read(WRITTEN, ModelInfo.class);
    assertEquals("/data/cora", info.source().data());
    assertEquals(1, info.schema().columns().size());
    assertArrayEquals(new double[] {2, 4}, info.schema().inverseDeviation());
    assertEquals(new Decision(1, 0.375), info.decision());
    assertEquals("cd34", info.origin().weightsSha256());
    assertEquals(WRITTEN, Json.text(info));
    assertTrue(JsonSeal.sealed(Json.text(info)).contains("\"seal\" : \"" + SEAL + "\""));
  }

  @Test
  void aDecisionChangesNothingElse() throws IOException {
    Files.writeString(folder.resolve("model.json"), JsonSeal.sealed(WRITTEN));
    ModelFolder model = ModelFolder.find(folder).orElseThrow();
    model.decide(new Decision(0, 0.25));
    String expected = WRITTEN.replace("\"label\" : 1", "\"label\" : 0").replace("0.375", "0.25");
    assertEquals(JsonSeal.sealed(expected) + "\n", Files.readString(model.infoFile()));
  }

  @Test
  void absentFieldsAreLeftOut() throws IOException {
    ModelInfo info = Json.read("{\"format\":\"atoll-model\",\"version\":1}", ModelInfo.class);
    assertNull(info.schema().mean());
    assertNull(info.source().data());
    assertEquals(
        "{\"format\":\"atoll-model\",\"version\":1,\"settings\":{},\"features\":0,\"columns\":[],"
            + "\"classes\":0,\"classNames\":[],\"multiLabel\":false}",
        Json.line(info));
  }
}
