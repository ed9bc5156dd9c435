/** Numbers of nodes, edges and links for ids of any type. */
package dev.atoll.spark.table.number;
