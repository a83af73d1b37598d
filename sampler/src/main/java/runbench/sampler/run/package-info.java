/**
 * Runs of programs under counters, through the native helper; {@link runbench.sampler.run.Sampler} is the entrance.
 */
package runbench.sampler.run;
