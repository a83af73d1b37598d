/** Time stamps brought to the reference's time. {@link runbench.cli.sync.convert.ConvertCommand} is the entrance. */
package runbench.cli.sync.convert;
