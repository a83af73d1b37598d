/**
 * Benchmarks as data: entries of the catalogue, their resolution on this machine, the preparation of a run and the
 * verification of its output. Entrance: {@link runbench.catalogue.Catalogue}.
 */
package runbench.catalogue;
