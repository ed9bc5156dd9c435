/**
 * The papers' claims, measured again.
 *
 * <p>A {@link dev.atoll.claims.Claim} is a YAML file: what a paper says, which commands of Atoll
 * show it, a {@link dev.atoll.claims.Formula} over their JSON, and the bounds within which it
 * holds. A {@link dev.atoll.claims.ClaimTrial} runs the commands, once per seed; a {@link
 * dev.atoll.claims.ClaimResult} has the figure, its deviation and a {@link
 * dev.atoll.claims.Verdict}.
 */
package dev.atoll.claims;
