package runbench.parser.record;

import java.nio.ByteBuffer;
import runbench.base.container.RecordInspector;

/** Counts the samples that seals vouch for. */
final class SampleCount implements RecordInspector {
    private long sealed;
    private long samples;

    @Override
    public boolean record(ByteBuffer window, int at, int kind) {
        samples += kind == Kind.SAMPLE ? 1 : 0;
        return true;
    }

    @Override
    public void sealed() {
        sealed = samples;
    }

    @Override
    public void rollBack() {
        samples = sealed;
    }

    long samples() {
        return samples;
    }
}
