/**
 * The recording format ({@code native/include/runbench/recording.h} is its source): checked, mapped, read without an
 * object per record. Entrance: {@link runbench.parser.record.Recording#open}.
 */
package runbench.parser.record;
