/**
 * Use cases of traces: runs MPI programs and keeps their messages. {@link runbench.pas2p.session.TracedRun} is the
 * entrance.
 */
package runbench.pas2p.session;
