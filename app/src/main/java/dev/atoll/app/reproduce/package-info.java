/**
 * The papers' claims, measured again.
 *
 * <p>A {@link dev.atoll.app.reproduce.Claim} is a YAML file: what a paper says, which commands of
 * Atoll show it, a {@link dev.atoll.app.reproduce.Formula} over their JSON, and the bounds within
 * which it holds. A {@link dev.atoll.app.reproduce.ClaimTrial} runs the commands, once per seed; a
 * {@link dev.atoll.app.reproduce.ClaimResult} has the figure, its deviation and a {@link
 * dev.atoll.app.reproduce.Verdict}.
 */
package dev.atoll.app.reproduce;
