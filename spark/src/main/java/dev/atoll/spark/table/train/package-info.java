/** Training and prediction on stored tables. */
package dev.atoll.spark.table.train;
