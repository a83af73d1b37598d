/**
 * A program under counters: the native helper started, listened to, and its end turned into a result.
 * {@link runbench.sampler.run.Sampler} is the entrance.
 */
package runbench.sampler.run;
