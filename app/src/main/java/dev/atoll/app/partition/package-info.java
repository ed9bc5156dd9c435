/**
 * The output of {@code atoll partition}: the memory it will need, the most it took, the report for
 * people and for programs.
 */
package dev.atoll.app.partition;
