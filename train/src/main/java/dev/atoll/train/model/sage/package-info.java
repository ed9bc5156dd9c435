/** GraphSAGE of Hamilton et al. (NeurIPS 2017): {@code model=sage}. */
package dev.atoll.train.model.sage;
