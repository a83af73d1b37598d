/** Simulations of many nodes without a network. {@link runbench.sync.simulate.Topology} is the entrance. */
package runbench.sync.simulate;
