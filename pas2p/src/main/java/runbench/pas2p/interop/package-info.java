/**
 * Import and export of other tools' traces: OTF2 and Paraver in; Paraver and Chrome's trace format out. Each format has
 * one entrance class, for example {@link runbench.pas2p.interop.ParaverExport}.
 */
package runbench.pas2p.interop;
