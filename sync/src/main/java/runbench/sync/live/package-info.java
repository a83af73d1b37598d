/**
 * A log while it grows: events that have their place in the order, in a file that any number of displays follow.
 * Entrance: {@link runbench.sync.live.EmittedLog}.
 */
package runbench.sync.live;
