/**
 * Models of nodes' clocks made of windows: offsets and rates with errors, interpolated between windows, predicted
 * outside. {@link runbench.sync.model.NodeModels} is the entrance.
 */
package runbench.sync.model;
