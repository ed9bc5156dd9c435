/**
 * Atoll as stages of Spark ML pipelines.
 *
 * <pre>{@code
 * citations.createOrReplaceTempView("citations");
 * var classifier = new AtollNodeClassifier()
 *     .setEdges("citations").setWorkers(4).setFolder("hdfs:///papers")
 *     .setRecipe("distdgl").setEpochs(20);
 * AtollNodeModel model = classifier.fit(papers);
 * model.transform(papers).select("id", "prediction", "probability").show();
 *
 * papers.createOrReplaceTempView("papers");
 * AtollLinkModel links = new AtollLinkPredictor()
 *     .setNodes("papers").setWorkers(4).setFolder("hdfs:///links").fit(citations);
 * links.transform(pairs).select("src", "dst", "score", "probability").show();
 * }</pre>
 *
 * <pre>
 *   Estimator ◄─ TunableEstimator: settings of the training, typed where they are tuned
 *                  ▲
 *                GraphEstimator: stores the graph, trains          Model ◄─ GraphModel: folders of graph and run
 *                  ▲                 ▲                                        ▲             ▲
 *   NodeParams ─ AtollNodeClassifier │                          NodeParams ─ AtollNodeModel │
 *   PairParams ─────────────────── AtollLinkPredictor           PairParams ─────────────── AtollLinkModel
 * </pre>
 */
package dev.atoll.spark.ml;
