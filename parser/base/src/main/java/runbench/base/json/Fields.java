package runbench.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Typed look into a JSON object; what is missing or of another type gives the neutral value. */
public record Fields(Map<String, Object> map) {
    public long number(String key) {
        return map.get(key) instanceof Number n ? n.longValue() : 0;
    }

    public double real(String key) {
        return map.get(key) instanceof Number n ? n.doubleValue() : 0;
    }

    public boolean truth(String key) {
        return Boolean.TRUE.equals(map.get(key));
    }

    public String text(String key) {
        return map.get(key) instanceof String s ? s : "";
    }

    public List<String> texts(String key) {
        return map.get(key) instanceof List<?> items ? items.stream().map(String::valueOf).toList() : List.of();
    }

    public boolean has(String key) {
        return map.containsKey(key);
    }

    @SuppressWarnings("unchecked")
    public Fields at(String key) {
        return new Fields(map.get(key) instanceof Map<?, ?> m ? (Map<String, Object>) m : Map.of());
    }

    @SuppressWarnings("unchecked")
    public List<Fields> list(String key) {
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
