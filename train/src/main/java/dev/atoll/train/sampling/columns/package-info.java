/**
 * The slot {@code columns}: which columns of other workers' feature rows a step pulls.
 *
 * <pre>
 *   ColumnPolicy    the contract
 *     AllColumns      whole rows
 *     RandomColumns   a random share, new in every step: the +RF baselines of DGS
 *     FixedColumns    a random share, the same in all steps: a blind cut
 *     …               by importance: sampling.dgs
 *   ColumnShare     the settings that all but AllColumns have
 * </pre>
 */
package dev.atoll.train.sampling.columns;
