/**
 * One window of exchanges with many nodes: programs started by templates, here or through gateways.
 * {@link runbench.sync.window.SyncWindow} is the entrance.
 */
package runbench.sync.window;
