/**
 * Synthetic traces with known phases, for testing the analysis. {@link runbench.pas2p.synthetic.PlantedTrace} is the
 * entrance.
 */
package runbench.pas2p.synthetic;
