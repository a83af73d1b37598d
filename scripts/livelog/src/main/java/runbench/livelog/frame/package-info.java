/**
 * What a relay on a node sends ({@code native/relay/frame.h}). Entrance: {@link runbench.livelog.frame.FrameReader}.
 */
package runbench.livelog.frame;
