/**
 * Files of stamps in the reference's time: bare stamps, tables of one node or of many. The entrance is
 * {@link runbench.sync.convert.StampConversion}.
 */
package runbench.sync.convert;
