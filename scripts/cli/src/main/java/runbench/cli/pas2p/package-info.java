/** Commands about parallel programs. {@link runbench.cli.pas2p.Pas2pCommand} is the entrance. */
package runbench.cli.pas2p;
