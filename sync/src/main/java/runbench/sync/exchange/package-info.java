/** Recorded exchanges of a window and their files. {@link runbench.sync.exchange.XchgFile} is the entrance. */
package runbench.sync.exchange;
