package runbench.schedule.profile;

import java.util.List;

/**
 * What a program asks of memory along its own progress, when it has the machine to itself.
 *
 * @param name the program or benchmark
 * @param threads threads that ran; their traffic is summed
 * @param unit unit of the steps' traffic
 * @param source what told the traffic
 * @param progressUnit unit of the steps' progress
 * @param steps stretches from start to end, at least one
 */
public record BandwidthProfile(String name, int threads, TrafficUnit unit, TrafficSource source,
        ProgressUnit progressUnit, List<ProfileStep> steps) {
    public BandwidthProfile {
        steps = List.copyOf(steps);
    }

    /** The same under another name. */
    public BandwidthProfile named(String other) {
        return new BandwidthProfile(other, threads, unit, source, progressUnit, steps);
    }

    /** The same in another unit of traffic. */
    public BandwidthProfile in(TrafficUnit other) {
        return other == unit ? this
                : new BandwidthProfile(name, threads, other, source, progressUnit,
                        steps.stream()
                                .map(s -> new ProfileStep(s.progress(), s.aloneSeconds(), other.of(s.traffic(), unit),
                                        s.waiting()))
                                .toList());
    }

    /** Running time of the whole program alone, in seconds. */
    public double aloneSeconds() {
        return steps.stream().mapToDouble(ProfileStep::aloneSeconds).sum();
    }
}
