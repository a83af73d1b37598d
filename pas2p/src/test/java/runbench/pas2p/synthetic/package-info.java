/**
 * Synthetic traces with known phases, for tests of the analysis. Entrance:
 * {@link runbench.pas2p.synthetic.PlantedTrace}.
 */
package runbench.pas2p.synthetic;
