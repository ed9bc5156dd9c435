/**
 * A plug-in: policies from outside the project. The jar on the class path is all it takes:
 *
 * <pre>
 *   ATOLL_CLASSPATH=atoll-examples.jar atoll train --recipe distdgl --set sampler=growing
 *   ATOLL_CLASSPATH=atoll-examples.jar atoll train --recipe vanilla --set exchange.refresh=turns
 *   ATOLL_CLASSPATH=atoll-examples.jar atoll train --model mean
 *
 *   ExamplePolicies   registers them; named in META-INF/services
 *   GrowingSampling   sampler=growing: one neighbour per node at first, then the fanouts
 *   TakingTurns       exchange.refresh=turns: every worker sends in every other epoch
 *   Mean, MeanLayer   model=mean: layers of one's own
 * </pre>
 */
package dev.atoll.examples.plugin;
