/** Errors with cause, remedy and exit code. The entry point is {@link runbench.base.error.RunbenchException}. */
package runbench.base.error;
