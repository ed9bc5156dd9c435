/** Parts that transports share: mailboxes of arrived messages, pooled memory, counters. */
package dev.atoll.comm.mail;
