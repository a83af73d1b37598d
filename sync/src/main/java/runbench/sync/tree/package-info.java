/**
 * Trees of gateways: each machine measures its children, and every node gets a model to the root.
 * {@link runbench.sync.tree.TreeSession} is the entrance.
 */
package runbench.sync.tree;
