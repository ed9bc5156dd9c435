/**
 * Models as plain forward code: a {@link dev.atoll.train.model.Layer} takes source rows and returns
 * target rows, a {@link dev.atoll.train.model.Model} is a stack of them. The same forward serves
 * whole graphs and samples. A {@link dev.atoll.train.model.LayerKind} makes the layers; each has a
 * package of its own.
 */
package dev.atoll.train.model;
