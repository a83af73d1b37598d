package runbench.sync.session;

import java.util.List;
import runbench.sync.service.ServiceBench.Series;

/**
 * The result of one time service at all rates.
 *
 * @param service name of the service
 * @param series one series per rate
 * @param failure reason why series are missing; null if none is
 */
public record ServiceResult(String service, List<Series> series, String failure) {
    private static final int LONGEST_LABEL = 30;

    /** Returns a label that fits into a table: without folders and the content of brackets. */
    public String label() {
        String label = service.replaceAll("\\(.*\\)", "(...)").replaceAll("(?<=:)/\\S*/(?=[^/\\s]+/?[^/\\s]*$)", "");
        return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
    }
}
