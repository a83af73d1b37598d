/**
 * Work with traces as use cases: an MPI program run and its messages kept. The entrance is
 * {@link runbench.pas2p.session.TracedRun}.
 */
package runbench.pas2p.session;
