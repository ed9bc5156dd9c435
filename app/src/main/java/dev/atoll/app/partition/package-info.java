/**
 * The output of {@code atoll partition}: estimated and peak memory, and the report as tables and as
 * JSON.
 */
package dev.atoll.app.partition;
