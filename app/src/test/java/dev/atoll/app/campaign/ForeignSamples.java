package dev.atoll.app.campaign;

import static dev.atoll.app.campaign.Foreign.bytes;
import static dev.atoll.app.campaign.Foreign.floats;
import static dev.atoll.app.campaign.Foreign.folder;
import static dev.atoll.app.campaign.Foreign.longs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A small dataset in every format that Atoll imports. */
final class ForeignSamples {
  private static final Path FIXTURES =
      Path.of("").toAbsolutePath().getParent().resolve("formats/src/test/resources");
  private static final long[] EDGES = {0, 1, 2, 3, 1, 2, 3, 0};
  private static final long[] PAIRS = {2, 4};

  private ForeignSamples() {}

  static List<Foreign> all() throws IOException {
    List<Foreign> samples =
        new ArrayList<>(
            List.of(
                csv(),
                metis(),
                npy(),
                npz(),
                sparse(),
                ogbTables(),
                ogbArrays(),
                graphBolt(),
                graphSaint(),
                packed()));
    samples.addAll(fixtures());
    return samples;
  }

  private static Foreign csv() {
    return folder("csv")
        .with("edges.csv", "from,to,weight\na,b,1\nb,c,2.5\nc,d,1\nd,a,0.5\n")
        .with(
            "nodes.csv",
            """
            id,label,split,x,y
            a,red,train,1.5,2
            b,blue,val,1,3
            c,red,test,2,4
            d,blue,train,1,0
            """)
        .from("edges.csv", "--nodes", "nodes.csv");
  }

  private static Foreign metis() {
    return folder("metis")
        .with("small.graph", "4 4 011 1\n9 2 1 4 2\n7 1 1 3 5\n1 2 5 4 3\n2 1 2 3 3\n")
        .from("small.graph");
  }

  private static Foreign npy() {
    return folder("npy")
        .with("edges.npy", longs(PAIRS, EDGES))
        .with("features.npy", floats(new long[] {4, 2}, 1, 2, 3, 4, 5, 6, 7, 8))
        .with("labels.npy.gz", longs(new long[] {4}, 0, 1, -1, 2))
        .with("split.npy", bytes(new long[] {4}, (byte) 0, (byte) 1, (byte) 2, (byte) -1));
  }

  private static Foreign npz() {
    return folder("npz")
        .with("small.npz/adj_indptr.npy", longs(new long[] {5}, 0, 1, 2, 3, 4))
        .with("small.npz/adj_indices.npy", longs(new long[] {4}, 1, 2, 3, 0))
        .with("small.npz/labels.npy", longs(new long[] {4}, 0, 1, 1, 2))
        .from("small.npz");
  }

  private static Foreign sparse() {
    return folder("sparse npy")
        .with("edge_index.npy", longs(PAIRS, EDGES))
        .with("attr_indptr.npy", longs(new long[] {5}, 0, 1, 2, 3, 4))
        .with("attr_indices.npy", longs(new long[] {4}, 1, 2, 0, 0))
        .with("attr_data.npy", floats(new long[] {4}, 1, 2, 3, 4))
        .with("attr_shape.npy", longs(new long[] {2}, 4, 3))
        .with("labels.npy", longs(new long[] {4, 2}, 0, 1, 1, 1, 0, 0, 1, 0));
  }

  private static Foreign ogbTables() {
    return folder("ogb tables")
        .with("raw/edge.csv.gz", "0,1\n1,2\n2,3\n3,0\n")
        .with("raw/num-node-list.csv.gz", "4\n")
        .with("raw/num-edge-list.csv.gz", "4\n")
        .with("raw/node-feat.csv", "1,2\n3,4\n5,6\n7,8.5\n")
        .with("raw/node-label.csv", "0\n1\n\n2\n")
        .with("split/time/train.csv", "0\n3\n")
        .with("split/time/valid.csv.gz", "1\n")
        .with("split/time/test.csv", "2\n");
  }

  private static Foreign ogbArrays() {
    return folder("ogb arrays")
        .with("raw/data.npz/edge_index.npy", longs(PAIRS, EDGES))
        .with("raw/data.npz/num_nodes_list.npy", longs(new long[] {1}, 4))
        .with("raw/data.npz/node_feat.npy", floats(new long[] {4, 1}, 1, 2, 3, 4))
        .with("raw/node-label.npz/node_label.npy", longs(new long[] {4, 1}, 0, 1, 2, 1))
        .with("split/time/train.csv", "0\n")
        .with("split/time/valid.csv", "1\n")
        .with("split/time/test.csv", "2\n");
  }

  private static Foreign graphBolt() {
    return folder("graphbolt")
        .with(
            "metadata.yaml",
            """
            dataset_name: tiny
            graph:
              nodes:
                - num: 4
              edges:
                - format: csv
                  path: edges/edges.csv
            feature_data:
              - {domain: node, name: feat, format: numpy, path: feat.npy}
            tasks:
              - name: node_classification
                num_classes: 4
                train_set:
                  - data:
                      - {name: seeds, format: numpy, path: train.npy}
                      - {name: labels, format: numpy, path: train-labels.npy}
                test_set:
                  - data: [{name: seeds, format: numpy, path: test.npy}]
            """)
        .with("edges/edges.csv", "0,1\n1,2\n2,3\n3,0\n")
        .with("feat.npy", floats(new long[] {4, 1}, 1, 2, 3, 4))
        .with("train.npy", longs(new long[] {2}, 0, 2))
        .with("train-labels.npy", longs(new long[] {2}, 3, 1))
        .with("test.npy", longs(new long[] {1}, 1));
  }

  private static Foreign graphSaint() {
    return folder("graphsaint")
        .with("adj_full.npz/indptr.npy", longs(new long[] {5}, 0, 1, 2, 3, 4))
        .with("adj_full.npz/indices.npy", longs(new long[] {4}, 1, 2, 3, 0))
        .with("role.json", "{\"tr\": [0, 1], \"va\": [2], \"te\": [3]}")
        .with("class_map.json", "{\"0\": 1, \"1\": 0, \"2\": 2, \"3\": 1}")
        .with("feats.npy", floats(new long[] {4, 1}, 1, 2, 3, 4));
  }

  /**
   * A packed dataset whose digests are computed after the damage, so that they do not detect it.
   */
  private static Foreign packed() {
    return folder("packed")
        .with(
            "meta.json",
            """
            {"name": "packed", "nodes": 4, "features": 0, "classes": 3, "files": {
              "edges.npy.gz": {"sha256": "SHA(edges.npy.gz)"},
              "labels.npy.gz": {"sha256": "SHA(labels.npy.gz)"}}}
            """)
        .with("edges.npy.gz", longs(PAIRS, EDGES))
        .with("labels.npy.gz", longs(new long[] {4}, 0, 1, 1, 2));
  }

  /** Planetoid's pickles and Parquet tables, which other programs wrote. */
  private static List<Foreign> fixtures() throws IOException {
    List<Foreign> found = new ArrayList<>();
    found.add(new Foreign("planetoid", "", files(FIXTURES.resolve("planetoid")), List.of()));
    found.add(
        new Foreign(
            "parquet",
            "edges.parquet",
            files(FIXTURES.resolve("parquet/graph")),
            List.of("--nodes", "nodes.parquet")));
    return found;
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }
}
