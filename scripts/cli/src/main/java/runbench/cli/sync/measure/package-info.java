/**
 * Windows of exchanges with nodes, and what answers there. {@link runbench.cli.sync.measure.MeasureCommand} is the
 * entrance.
 */
package runbench.cli.sync.measure;
