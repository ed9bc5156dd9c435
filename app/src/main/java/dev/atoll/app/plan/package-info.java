/**
 * The predicted cost of a recipe: a {@link dev.atoll.app.plan.DryRun} does everything but the
 * arithmetic and counts it, {@link dev.atoll.app.plan.Calibration} says how fast this machine
 * computes, {@link dev.atoll.app.plan.Pricing} puts both together for some {@link
 * dev.atoll.app.plan.ClusterSpec}, and a {@link dev.atoll.app.plan.Plan} chooses.
 */
package dev.atoll.app.plan;
