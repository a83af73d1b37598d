/**
 * Options that several commands share, and how times and numbers are typed. {@link
 * runbench.cli.sync.option.ExchangeOptions} reads exchanges.
 */
package runbench.cli.sync.option;
