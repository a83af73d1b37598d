/** Progress of long work. The entry point is {@link runbench.base.progress.Progress}. */
package runbench.base.progress;
