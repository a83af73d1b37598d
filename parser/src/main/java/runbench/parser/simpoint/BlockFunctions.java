package runbench.parser.simpoint;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import runbench.base.error.RunbenchException;

/** The names of blocks' functions. */
final class BlockFunctions {
    private final Map<Integer, String> names = new HashMap<>();

    private BlockFunctions() {
    }

    static BlockFunctions read(VectorFolder folder) {
        BlockFunctions out = new BlockFunctions();
        if (!Files.exists(folder.blocks())) {
            return out;
        }
        try (CSVParser csv = CSVParser.parse(folder.blocks(), StandardCharsets.UTF_8,
                CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
            for (CSVRecord r : csv) {
                String file = r.get("file");
                String function = r.get("function");
                out.names.put(Integer.valueOf(r.get("id")),
                        function.isEmpty() ? file.isEmpty() ? "" : "[" + file.substring(file.lastIndexOf('/') + 1) + "]"
                                : function);
            }
            return out;
        } catch (IOException | RuntimeException e) {
            throw RunbenchException.badInput(folder.blocks() + ": no table of blocks: " + e.getMessage())
                    .remedy("run again with --emulate --bbv")
                    .causedBy(e);
        }
    }

    /** The same clusters, each with the function in which its representative executed most instructions. */
    List<IntervalCluster> named(List<IntervalCluster> clusters, VectorFolder folder, int task) {
        Map<Integer, String> function = new HashMap<>();
        clusters.forEach(c -> function.put(c.representative(), ""));
        Path file = folder.vectors(task);
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int interval = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (function.containsKey(interval)) {
                    function.put(interval, most(line));
                }
                interval++;
            }
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
        return clusters.stream()
                .map(c -> new IntervalCluster(c.cluster(), c.intervals(), c.share(), c.representative(), c.from(),
                        function.get(c.representative())))
                .toList();
    }

    private String most(String line) throws IOException {
        Map<String, Long> sums = new HashMap<>();
        SimPointFormat.parse(line, (id, count) -> sums.merge(names.getOrDefault(id, ""), count, Long::sum));
        return sums.entrySet()
                .stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
