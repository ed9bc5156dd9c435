/**
 * Models as plain forward code: a {@link dev.atoll.train.model.Layer} takes source rows and returns
 * target rows, a {@link dev.atoll.train.model.Model} is a stack of them. The same forward serves
 * whole graphs and samples.
 */
package dev.atoll.train.model;
