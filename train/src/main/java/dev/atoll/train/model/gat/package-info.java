/** Graph attention of Veličković et al. (ICLR 2018): {@code model=gat}. */
package dev.atoll.train.model.gat;
