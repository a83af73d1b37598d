/** Exchange of analysis data between two threads. {@link runbench.pas2p.exchange.BlockExchange} is the entrance. */
package runbench.pas2p.exchange;
