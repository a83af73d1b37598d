/**
 * The cost of reading a time service, counted by the sampler. Entrance: {@link runbench.measure.service.SampledCosts}.
 */
package runbench.measure.service;
