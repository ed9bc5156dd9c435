/**
 * The program {@code atoll}.
 *
 * <ul>
 *   <li>{@code command}: one file per command; {@code command.option}: groups of options
 *   <li>{@code screen}: the terminal
 *   <li>{@code data}: datasets by name, synthetic datasets
 *   <li>{@code describe}: descriptions of datasets, runs, shards and weights
 *   <li>{@code partition}: descriptions and pictures of partitions; {@code memory}: estimated and
 *       measured memory
 *   <li>{@code predict}: predictions of a trained run
 *   <li>{@code compare}: several recipes side by side; {@code report}: the page about them
 *   <li>{@code plan}: predicted cost of recipes
 *   <li>{@code dashboard}: pages about runs, live; {@code chart}: charts of pages and reports
 *   <li>{@code serve}: web servers with access control; {@code watch}: runs in progress
 * </ul>
 */
package dev.atoll.app;
