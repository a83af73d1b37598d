package runbench.sampler.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Typed look into a JSON object; what is missing or of another type gives the neutral value. */
record Fields(Map<String, Object> map) {
    long number(String key) {
        return map.get(key) instanceof Number n ? n.longValue() : 0;
    }

    double real(String key) {
        return map.get(key) instanceof Number n ? n.doubleValue() : 0;
    }

    boolean truth(String key) {
        return Boolean.TRUE.equals(map.get(key));
    }

    String text(String key) {
        return map.get(key) instanceof String s ? s : "";
    }

    @SuppressWarnings("unchecked")
    List<Fields> list(String key) {
        List<Fields> all = new ArrayList<>();
        if (map.get(key) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> m) {
                    all.add(new Fields((Map<String, Object>) m));
                }
            }
        }
        return all;
    }
}
