/** What transports share: mailboxes of what has come, memory to lend, counters. */
package dev.atoll.comm.mail;
