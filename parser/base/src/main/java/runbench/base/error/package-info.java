/**
 * Failures in words that help, with the exit code that goes with each; {@link runbench.base.error.RunbenchException} is
 * the entrance.
 */
package runbench.base.error;
