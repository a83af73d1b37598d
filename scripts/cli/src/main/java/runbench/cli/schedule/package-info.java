/**
 * Commands about programs that share memory: what a machine bears, who slows whom, who runs when. Each command is an
 * entrance.
 */
package runbench.cli.schedule;
