/**
 * What of {@code atoll bench spark} needs the classes of Spark. The rest of it is in module {@code
 * bench}, which is built without Spark, because its other benchmarks need none; so this trial of
 * tables comes with the program.
 */
package dev.atoll.spark.bench;
