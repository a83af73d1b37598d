/**
 * Recorded exchanges of a window, and the files that hold them. {@link runbench.sync.exchange.XchgFile} is the
 * entrance.
 */
package runbench.sync.exchange;
