/** How far long work has come; {@link runbench.base.progress.Progress} is the entrance. */
package runbench.base.progress;
