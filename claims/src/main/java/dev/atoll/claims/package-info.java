/**
 * The papers' claims, measured again.
 *
 * <p>A {@link dev.atoll.claims.Claim} is a YAML file: what a paper says, which commands of Atoll
 * show it, a {@link dev.atoll.claims.Formula} over their JSON, and the bounds within which it
 * holds. Claims about accuracy have a control, the method switched off; claims that were changed
 * have a history. A {@link dev.atoll.claims.ClaimTrial} runs the commands, once per seed; a {@link
 * dev.atoll.claims.ClaimResult} has the figure, its interval and a {@link
 * dev.atoll.claims.Verdict}.
 */
package dev.atoll.claims;
