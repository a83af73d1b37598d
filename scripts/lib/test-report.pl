#!/usr/bin/perl
# Sums up a test run: which tests were skipped and why, which failed, and one closing line.
# Usage: test-report.pl PROJECT_HOME MAVEN_LOG. Ends with 1 if a test failed or none ran.
# No modules: a minimal Debian has perl-base only.
use strict;
use warnings;

my ($home, $log) = @ARGV;
my ($passed, $failed, $skipped) = (0, 0, 0);
my (@skips, @failures, @repeated);

sub unescape {
    my ($text) = @_;
    my %entity = (lt => '<', gt => '>', quot => '"', apos => "'", amp => '&');
    $text =~ s/&#(\d+);/chr $1/ge;
    $text =~ s/&(lt|gt|quot|apos|amp);/$entity{$1}/g;
    return $text;
}

# Reads the failure of a try that JUnit Pioneer repeated: its message follows the reason.
sub tried {
    return $_[0] =~ /CDATA\[.*?TestAbortedException: (.*?)\n\s*Test execution #\d+ \(of up to \d+\) failed/s ? $1 : undef;
}

sub shortened {
    my $why = join ' ', grep { /\S/ } map { s/^\s+|\s+$//gr } split /\n/, unescape($_[0]);
    return length $why > 300 ? substr($why, 0, 300) . '...' : $why;
}

# Returns the names in a folder, in order; an empty list if there is no such folder. A glob would split a path at its spaces.
sub names {
    opendir my $folder, $_[0] or return;
    return sort grep { !/^\./ } readdir $folder;
}

my (@reports, %tests, %seconds);
for my $module (names($home), 'parser/base', map { "scripts/$_" } names("$home/scripts")) {
    for my $folder (map("$home/$module/target/$_-reports", qw(surefire alone))) {
        push @reports, map { "$folder/$_" } grep { /^TEST-.*\.xml$/ } names($folder);
    }
}
for my $report (@reports) {
    open my $in, '<', $report or die "$report: $!\n";
    local $/;
    my $xml = <$in>;
    utf8::decode($xml);
    my ($suite) = $xml =~ /<testsuite\s([^>]*)>/;
    # Each module has a package of its own name; the module cli may run the tests of others.
    my ($module) = $report =~ /TEST-runbench\.(\w+)\./;
    $seconds{$module} += $1 if defined $suite && $suite =~ /\btime="([\d.]+)"/;
    $tests{$module} += () = $xml =~ /<testcase\s/g;
    while ($xml =~ m{<testcase\s+([^>]*?)(/>|>(.*?)</testcase>)}gs) {
        my ($attributes, $body) = ($1, $3 // '');
        my ($name) = $attributes =~ /\bname="([^"]*)"/;
        my ($class) = $attributes =~ /\bclassname="([^"]*)"/;
        my $test = unescape("$class.$name");
        if ($body =~ /<skipped(?:\s+message="([^"]*)")?/) {
            # A test with parameters has its reason in the trace.
            my $why = unescape($1 // ($body =~ /Assumption failed: (.*)/ ? $1 : 'no reason given'));
            $why =~ s/^Assumption failed: //;
            # A measurement may be repeated once with fresh data; the last try counts.
            if (defined(my $first = tried($body))) {
                push @repeated, "$test: " . shortened($first);
                next;
            }
            $skipped++;
            push @skips, "$test: $why";
        } elsif ($body =~ /<(?:failure|error)(?:\s+message="([^"]*)")?/) {
            $failed++;
            # An assertion's message may begin with empty lines and contain a page of values.
            my $why = $1 // ($body =~ /\btype="([^"]*)"/ ? $1 : '');
            push @failures, "$test: " . shortened(tried($body) // $why);
        } else {
            $passed++;
        }
    }
}

# The C tests print their own lines: each failed check with its place, then a tally for the program.
my @checks;
open my $in, '<', $log or die "$log: $!\n";
while (my $line = <$in>) {
    chomp $line;
    utf8::decode($line);
    if ($line =~ /^(\S+): (\d+) passed, (\d+) failed, (\d+) skipped$/) {
        $passed += $2;
        $failed += $3;
        $skipped += $4;
        if ($3) {
            push @failures, map { "$1: $_" } @checks;
            my $unexplained = $3 - @checks;
            push @failures, "$1: $unexplained without a reason (whole log: $log)" if $unexplained > 0;
        }
        @checks = ();
    } elsif ($line =~ /^(\S+): ended without its tally: (.*)$/) {
        $failed++;
        push @failures, (map { "$1: $_" } @checks), "$1: ended without its tally: $2";
        @checks = ();
    } elsif ($line =~ /^(?:(\S+?):(?:\d+:)? )?\s*(?:SKIP|skipped)[: ]\s*(.*)$/) {
        push @skips, defined $1 ? "$1: $2" : $2;
    } elsif ($line =~ /^\S+\.[ch]:\d+: (?!\d)|^\S+: FAILED: |^FAIL \S+: /) {
        push @checks, $line;
    } elsif ($line =~ m{^\[ERROR\] Failed to execute goal \S+formatter\S+ .*?File '([^']+)' has not been}) {
        push @failures, "the layout: $1; type: mvn formatter:format";
    } elsif ($line =~ /^\[ERROR\] (?:COMPILATION ERROR|Failed to execute goal \S+:(?:exec|compile|testCompile)\b.*)|^make: \*\*\* \[.*\] Error/) {
        push @failures, "the build: $line";
    }
}

sub list {
    my ($heading, @lines) = @_;
    return @lines ? ("$heading:\n", map { "  $_\n" } @lines) : ();
}

# Some tests of a module run in pairs: the seconds are the sum of the tests, not elapsed time.
my @modules = map { sprintf '%-18s %6d tests %7.1f s', $_, $tests{$_}, $seconds{$_} // 0 }
    sort { ($seconds{$b} // 0) <=> ($seconds{$a} // 0) } keys %tests;
my $report = join '', list('Time by module', @modules), list('Skipped here, with the reason', @skips),
    list('Measured again, as the first figures were outside their limits', @repeated), list('Failed', @failures),
    "$passed passed, $failed failed, $skipped skipped\n";
utf8::encode($report);
print $report;
exit(@failures > 0 || $failed > 0 || $passed == 0 ? 1 : 0);
