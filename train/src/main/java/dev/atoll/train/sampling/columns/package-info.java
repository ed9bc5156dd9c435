/**
 * The slot {@code columns}: which columns of other workers' feature rows a step pulls.
 *
 * <pre>
 *   ColumnPolicy    the contract
 *     AllColumns      whole rows
 *     RandomColumns   a random share: the +RF baselines of DGS
 *     …               by importance: sampling.dgs
 *   ColumnShare     the settings that all but AllColumns have
 * </pre>
 */
package dev.atoll.train.sampling.columns;
