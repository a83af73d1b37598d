package runbench.sync.session;

import java.util.List;
import runbench.sync.service.ServiceBench.Series;

/**
 * One time service at all rates.
 *
 * @param failure why it has not all of them; null if it has
 */
public record ServiceResult(String service, List<Series> series, String failure) {
    private static final int LONGEST_LABEL = 30;

    /** Short enough for a table: without folders and what stands in brackets. */
    public String label() {
        String label = service.replaceAll("\\(.*\\)", "(...)").replaceAll("(?<=:)/\\S*/(?=[^/\\s]+/?[^/\\s]*$)", "");
        return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
    }
}
