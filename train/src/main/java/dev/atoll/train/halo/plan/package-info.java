/**
 * The exchange of a run: an {@link dev.atoll.train.halo.plan.ExchangePlan} says which rows travel,
 * when, and in which number format. Here are also the policies that are in force by default: all
 * halo rows, in every epoch.
 */
package dev.atoll.train.halo.plan;
