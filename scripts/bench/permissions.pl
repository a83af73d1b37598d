# Prints one row of the table of scripts/bench/permissions:
#   permissions.pl --header EVENTS
#   permissions.pl NAME STATUS RUN EVENTS     RUN.json, RUN.breakpoint, RUN.doctor, RUN.err of one situation
use strict;
use warnings;
use JSON::PP;

my $row = "%-22s %4s";
if ($ARGV[0] eq '--header') {
    printf "$row", 'situation', 'exit';
    printf ' %17s', $_ for split(/,/, $ARGV[1]), 'breakpoint';
    print "\n";
    exit;
}
my ($name, $status, $run, $events) = @ARGV;

sub slurp { my ($file) = @_; local $/; open my $in, '<', $file or return ''; my $text = <$in>; $text // '' }
sub json { my $text = slurp($_[0]); my $value = eval { decode_json($text) }; $value }

my $summary = json("$run.json");
my %event = map { $_->{name} => $_ } @{ $summary->{events} // [] };
printf "$row", $name, $status;
my %why;
for my $wanted (split /,/, $events) {
    my $e = $event{$wanted};
    my $cell = '-';
    if ($e && $e->{status} ne 'not counted') {
        $cell = $e->{final} . (($e->{counted_as} // '') =~ /user mode only/ ? ' (user)' : '');
    } elsif ($e) {
        $cell = 'not counted';
        push @{ $why{ $e->{reason} } }, $wanted;
    }
    printf ' %17s', $cell;
}
my $breakpoint = json("$run.breakpoint");
printf " %17s\n", $breakpoint && @{ $breakpoint->{events} } ? $breakpoint->{events}[0]{verdict} : '-';
print "    ", join(', ', @{ $why{$_} }), ": $_\n" for sort keys %why;
my %seen;
for my $n (@{ ($summary->{provenance}{run} // {})->{not_counted} // [] }) {
    print "    -> $n->{remedy}\n" if $n->{remedy} && !$seen{ $n->{remedy} }++;
}
print "    $_\n" for grep { /^runbench:|^  ->/ && !$seen{$_}++ } split /\n/, slurp("$run.err");
for my $finding (@{ json("$run.doctor") // [] }) {
    next unless $finding->{name} =~ /^(perf_event_open|kernel_counts)$/ && $finding->{state} ne 'OK';
    print "    doctor: $finding->{detail}; $finding->{consequence}\n    -> $finding->{remedy}\n";
}
