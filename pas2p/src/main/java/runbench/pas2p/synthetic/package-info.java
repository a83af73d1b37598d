/**
 * Made-up traces whose phases are known, to hold the analysis against. {@link runbench.pas2p.synthetic.PlantedTrace} is
 * the entrance.
 */
package runbench.pas2p.synthetic;
