/**
 * Atoll as stages of Spark ML pipelines.
 *
 * <pre>{@code
 * citations.createOrReplaceTempView("citations");
 * var classifier = new AtollNodeClassifier()
 *     .setEdges("citations").setWorkers(4).setFolder("hdfs:///papers")
 *     .setSettings("recipe=distdgl", "epochs=20");
 * AtollNodeModel model = classifier.fit(papers);
 * model.transform(papers).select("id", "prediction", "probability").show();
 *
 * papers.createOrReplaceTempView("papers");
 * AtollLinkModel links = new AtollLinkPredictor()
 *     .setNodes("papers").setWorkers(4).setFolder("hdfs:///links").fit(citations);
 * links.transform(pairs).select("src", "dst", "score", "probability").show();
 * }</pre>
 *
 * <p>{@link dev.atoll.spark.ml.GraphEstimator} has what both kinds have in common: where the graph
 * is stored, how many workers share it, and how they train.
 */
package dev.atoll.spark.ml;
