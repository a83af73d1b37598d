/**
 * The signature of a parallel program: the occurrences of its phases to measure, and their starts and ends on each
 * rank. {@link runbench.pas2p.signature.SignatureBuilder} is the entrance;
 * {@link runbench.pas2p.signature.SignatureFiles} reads and writes.
 */
package runbench.pas2p.signature;
