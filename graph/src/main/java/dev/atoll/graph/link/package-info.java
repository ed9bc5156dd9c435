/**
 * Links of link prediction: which of them train, validate and test ({@link
 * dev.atoll.graph.link.LinkSplit}), which are known ({@link dev.atoll.graph.link.KnownLinks}), and
 * negative pairs ({@link dev.atoll.graph.link.Negatives}).
 *
 * <pre>{@code
 * Dataset split = new LinkSplit(0.05, 0.10, RandomKey.ofSeed(0)).of(cora);
 * split.graph();                 // the training links alone: the edges of messages
 * split.links().orElseThrow();   // every link with its role
 * }</pre>
 */
package dev.atoll.graph.link;
