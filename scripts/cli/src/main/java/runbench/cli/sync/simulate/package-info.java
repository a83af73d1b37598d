/** Simulations of many hours and many nodes. Entrance: {@link runbench.cli.sync.simulate.SimulateCommand}. */
package runbench.cli.sync.simulate;
