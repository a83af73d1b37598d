/**
 * Conversion of stamps in files to the reference's time: bare stamps, tables of one node or of many.
 * {@link runbench.sync.convert.StampConversion} is the entrance.
 */
package runbench.sync.convert;
