/** Output of commands: terminal, JSON, failures and interrupts. */
package runbench.cli.output;
