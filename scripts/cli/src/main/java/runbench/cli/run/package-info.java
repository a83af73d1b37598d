/** Commands that measure a program or read its recording. */
package runbench.cli.run;
