/**
 * Traces of other tools in and out: OTF2 and Paraver in; Paraver and Chrome's trace format out. Each format has one
 * class as its entrance. {@link runbench.pas2p.interop.ParaverExport} is the entrance.
 */
package runbench.pas2p.interop;
