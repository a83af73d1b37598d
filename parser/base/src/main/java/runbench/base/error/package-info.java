/** Errors with cause, remedy and exit code: {@link runbench.base.error.RunbenchException} is the entrance. */
package runbench.base.error;
