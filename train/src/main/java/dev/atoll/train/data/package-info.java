/** The data of one worker, whether it lies in a dataset on one machine or in a share of tables. */
package dev.atoll.train.data;
