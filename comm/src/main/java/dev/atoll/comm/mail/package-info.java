/**
 * The receiving half of transports: mailboxes of arrived messages, pooled memory, counters.
 *
 * <p>{@link dev.atoll.comm.mail.InboxTransport} is the base class of transports that receive
 * messages themselves; its subclasses send, fail and close. Its {@link dev.atoll.comm.mail.Inbox}
 * has one mailbox per peer. A mailbox bounds the bytes that have arrived and are not yet taken, and
 * fills memory that a receiver has offered, so that a payload need not be copied. Message memory is
 * from a {@link dev.atoll.comm.mail.MemoryPool} and returns to it when the message is closed.
 * {@link dev.atoll.comm.mail.WaitChain} finds the rank to name when a wait exceeds its deadline.
 *
 * <p>{@link dev.atoll.comm.mail.ForwardingTransport} is the base class of transports over another
 * transport. Transports, inboxes and pools may be used by many threads.
 */
package dev.atoll.comm.mail;
