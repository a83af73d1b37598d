#!/usr/bin/perl
# sjeng.pl DEPTH FILE LIBRARY - lets Sjeng search each position of a file (EPD) to a fixed depth, and prints the principal
# variation and the nodes of each search. Sjeng ends a search as soon as a command is waiting, so this script sends "quit"
# when the last search is over, as an interface for players would.
use strict;
use warnings;
use IPC::Open2;

my ($depth, $file, $library) = @ARGV;
$ENV{PATH} .= ':/usr/games';
open my $positions, '<', $file or die "$file: $!\n";
my $count = grep {/\S/} <$positions>;
close $positions;
$ENV{LD_PRELOAD} = join ':', $library, $ENV{LD_PRELOAD} // (); # the learned moves of other runs would change this one
my $pid = open2(my $from, my $to, 'sjeng');
print $to "sd $depth\ntest\n$file\n1000000\n";
$to->flush;
my ($line, $done) = ('', 0);
while (<$from>) {
    s/\s+$//;
    $line = $1 if /^\s*\d+\s+(-?\d+\s+\d+\s+\d+\s+\S.*)/;
    if (/^Nodes: (\d+)/) {
        my ($score, undef, undef, $moves) = split ' ', $line, 4;
        printf "position %d: %d nodes, score %s, %s\n", ++$done, $1, $score, $moves;
    }
    if (/^Solved: \d+\/$count$/) {
        print $to "quit\n";
        close $to;
    }
}
waitpid $pid, 0;
die "Sjeng searched $done of $count positions\n" unless $done == $count;
exit $? >> 8;
