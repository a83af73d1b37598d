package runbench.parser.series;

import runbench.parser.record.Cursor;

/** Is shown records of a recording. */
@FunctionalInterface
public interface RecordVisitor {
    /** @param at moves on after the call: copy what you want to keep */
    void record(Cursor at);
}
