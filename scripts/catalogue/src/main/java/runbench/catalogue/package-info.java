/**
 * Benchmarks as data: the catalogue's entries, what they resolve to on this machine, how a run is prepared and how its
 * output is verified. The entrance is {@link runbench.catalogue.Catalogue}.
 */
package runbench.catalogue;
