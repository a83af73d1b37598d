/**
 * The recording format ({@code native/include/runbench/recording.h} is its source): checked, mapped, read without an
 * object per record. Entrance: {@link runbench.parser.record.Recording#open}. Words of files on which something hangs
 * are {@link runbench.parser.record.Term}s; those that this version does not know are kept.
 */
package runbench.parser.record;
