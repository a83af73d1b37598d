#!/usr/bin/perl
# Writes the manual pages and the completion for fish from the stored help:
#   from-help.pl HELP VERSION DATE MAN-FOLDER FISH-FILE
use strict;
use warnings;

my ($help, $version, $date, $folder, $fish_file) = @ARGV;
die "usage: from-help.pl HELP VERSION DATE MAN-FOLDER FISH-FILE\n" unless defined $fish_file;

my (%text, @commands);
open my $in, '<', $help or die "$help: $!\n";
while (<$in>) {
    if (/^==== (.*)/) { push @commands, $1 } else { $text{$commands[-1]} .= $_ }
}
close $in;
@commands = grep { !/ -h\z/ } @commands; # short forms of the same help
die "$help contains no command\n" unless @commands;

sub write_file {
    my ($file, $content) = @_;
    open my $out, '>', $file or die "$file: $!\n";
    print $out $content;
    close $out or die "$file: $!\n";
}

# Returns the first sentence of the description, without its full stop.
sub summary {
    my ($body) = @_;
    $body =~ s/\A(.*?)^Usage:[^\n]*\n(?: [^\n]*\n)*/$1/ms;
    my ($sentence) = $body =~ /\A\s*(.*?)(?:\.\s|\.\z|\n\s*\n|\n  |\z)/s;
    $sentence =~ s/\s+/ /g;
    return $sentence =~ s/[.\s]+\z//r;
}

sub roff {
    my ($line) = @_;
    $line =~ s/\\/\\e/g;
    $line =~ s/-/\\-/g;
    $line =~ s/'/\\(aq/g;
    $line =~ s/^([.])/\\&$1/;
    return $line;
}

# Returns the page of a command: the text of its help unchanged, with the headings of a manual page.
sub page {
    my ($command) = @_;
    my $name = $command =~ tr/ /-/r;
    my $page = sprintf ".TH %s 1 %s \"runbench %s\" \"Runbench\"\n.SH NAME\n%s \\- %s\n",
        uc $name, $date, $version, roff($name), roff(summary($text{$command}));
    my ($heading, @lines) = ('DESCRIPTION');
    my $flush = sub {
        pop @lines while @lines && $lines[-1] eq '';
        $page .= ".SH $heading\n.nf\n" . join('', map { "$_\n" } @lines) . ".fi\n" if @lines;
        @lines = ();
    };
    for my $line (split /\n/, $text{$command}) {
        if ($line =~ /^Usage: (.*)/) { $flush->(); ($heading, @lines) = ('SYNOPSIS', roff($1)) }
        elsif ($heading eq 'SYNOPSIS' && $line =~ /^ {7}\s*(\S.*)/) { push @lines, '    ' . roff($1) }
        elsif ($heading eq 'SYNOPSIS') { $flush->(); ($heading, @lines) = ('DESCRIPTION', roff($line)) }
        elsif ($line =~ /^(\S.*):$/) { $flush->(); $heading = roff(uc $1) }
        elsif (@lines || $line ne '') { push @lines, roff($line) }
    }
    $flush->();
    my @others = grep { $_ ne $command && ($_ eq 'runbench' || $command eq 'runbench' && tr/ // == 1) } @commands;
    return $page . ".SH SEE ALSO\n" . join(",\n", map { '.BR ' . roff(tr/ /-/r) . ' (1)' } @others) =~ s/\),/) ,/gr . "\n";
}

# Returns the options of a command as pairs of the words of `complete` and the first words of the description.
sub options {
    my ($command) = @_;
    my @found;
    while ($text{$command} =~ /^\s+(?:-(\w), )?--([\w-]+)(\[?=\S+)?(?:[ ]{2,}(\S.*)|\n\s+(\S.*))?$/mg) {
        my $words = ($1 ? "-s $1 " : '') . "-l $2" . ($3 && $3 !~ /^\[/ ? ' -r' : '');
        push @found, [$words, $4 // $5 // ''];
    }
    return @found;
}

sub quoted { return "'" . ($_[0] =~ s/([\\'])/\\$1/gr) . "'" }

sub fish {
    my $script = <<'END';
# Completion of runbench for fish, generated from its help.
function __runbench_words
    string match -v -- '-*' (commandline -opc)[2..-1]
end
function __runbench_at
    set -l words (__runbench_words)
    test "$words" = "$argv"
end
function __runbench_in
    set -l words (__runbench_words)
    string match -q -- "$argv *" "$words "
end
END
    for my $command (@commands) {
        my @words = split / /, $command;
        shift @words;
        my $at = quoted(join ' ', '__runbench_at', @words);
        my $in = @words ? quoted(join ' ', '__runbench_in', @words) : $at;
        for my $below (grep { /^\Q$command\E [^ ]+$/ } @commands) {
            my ($word) = $below =~ /([^ ]+)$/;
            $script .= "complete -c runbench -n $at -f -a $word -d " . quoted(substr summary($text{$below}), 0, 60) . "\n";
        }
        $script .= "complete -c runbench -n $in $_->[0] -d " . quoted(substr $_->[1], 0, 60) . "\n" for options($command);
    }
    return $script;
}

write_file("$folder/" . tr/ /-/r . '.1', page($_)) for @commands;
write_file($fish_file, fish());
