/** Simulations of many hours and many nodes. {@link runbench.cli.sync.simulate.SimulateCommand} is the entrance. */
package runbench.cli.sync.simulate;
