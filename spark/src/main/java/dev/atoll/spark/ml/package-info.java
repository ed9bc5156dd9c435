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
 * }</pre>
 */
package dev.atoll.spark.ml;
