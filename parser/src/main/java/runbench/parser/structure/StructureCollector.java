package runbench.parser.structure;

import java.util.List;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport;

/** Gathers rates in bins, and looks for structure in them after the reading. */
final class StructureCollector implements SeriesCollector<Structure> {
    private final Axis axis;
    private final SeriesCollector<List<Envelope>> rates;

    StructureCollector(Periods periods, Axis axis) {
        this(axis, Envelopes.collector(periods, axis, StructureAnalysis.FINE_BINS));
    }

    private StructureCollector(Axis axis, SeriesCollector<List<Envelope>> rates) {
        this.axis = axis;
        this.rates = rates;
    }

    @Override
    public PeriodVisitor periods() {
        return rates.periods();
    }

    @Override
    public SeriesCollector<Structure> corrected(SeriesReport report) {
        SeriesCollector<List<Envelope>> right = rates.corrected(report);
        return right == rates ? this : new StructureCollector(axis, right);
    }

    @Override
    public Structure result(SeriesReport report) {
        return StructureAnalysis.of(rates.result(report), axis);
    }
}
