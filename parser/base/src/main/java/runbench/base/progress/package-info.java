/** Progress of long work: {@link runbench.base.progress.Progress} is the entrance. */
package runbench.base.progress;
