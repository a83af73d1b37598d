package runbench.catalogue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import runbench.base.error.RunbenchException;

/**
 * The arguments of a run with its selected input files.
 *
 * @param files the inputs, each a list of one
 */
record Inputs(List<String> argv, String stdin, List<List<String>> files) {

    /** Selects for each input the first alternative that exists in one of the folders. */
    static Inputs choose(String id, Run run, List<Path> folders) {
        Map<String, String> chosen = new TreeMap<>();
        List<List<String>> files = new ArrayList<>();
        for (List<String> alternatives : run.inputs()) {
            String file = alternatives.stream()
                    .filter(name -> folders.stream().anyMatch(dir -> Files.exists(dir.resolve(name))))
                    .findFirst()
                    .orElseThrow(() -> RunbenchException
                            .machine(id + " lacks its input " + String.join(" or ", alternatives) + " in "
                                    + String.join(", ", folders.stream().map(Path::toString).toList()))
                            .remedy("let SPEC make the run directory: runspec --config=CONFIG --action=setup "
                                    + "--size=ref --tune=base " + id));
            chosen.put(alternatives.get(0), file);
            files.add(List.of(file));
        }
        List<String> argv = run.argv().stream().map(word -> chosen.getOrDefault(word, word)).toList();
        String stdin = run.stdin() == null ? null : chosen.getOrDefault(run.stdin(), run.stdin());
        return new Inputs(argv, stdin, files);
    }
}
