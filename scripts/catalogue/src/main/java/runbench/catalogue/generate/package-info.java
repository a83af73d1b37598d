/**
 * Inputs of benchmarks that are generated rather than shipped, the same bytes for the same seed.
 * {@link runbench.catalogue.generate.Generators} is the entrance.
 */
package runbench.catalogue.generate;
