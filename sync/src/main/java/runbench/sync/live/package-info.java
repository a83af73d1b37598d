/**
 * A log while it grows: ordered events in a file that any number of displays follow.
 * {@link runbench.sync.live.EmittedLog} is the entrance.
 */
package runbench.sync.live;
