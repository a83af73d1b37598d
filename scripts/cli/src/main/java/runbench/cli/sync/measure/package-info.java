/**
 * Measurements of nodes' clocks, and the reflector on the nodes. Entrance:
 * {@link runbench.cli.sync.measure.MeasureCommand}.
 */
package runbench.cli.sync.measure;
