/**
 * The logical order of a trace's events: matches messages and assigns a tick to each send, receive and collective,
 * streaming. {@link runbench.pas2p.order.LogicalSweep} is the entrance.
 */
package runbench.pas2p.order;
