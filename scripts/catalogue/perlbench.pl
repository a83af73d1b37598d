# Stands in for a script interpreter's load: makes mail, scores it with many patterns, wraps, encodes and digests it.
# Usage: perl perlbench.pl MESSAGES. Prints the same lines with every perl 5.10 or later: random numbers are its own
# and nothing depends on the order of hashes.
use strict;
use warnings;
use integer;
use Digest::MD5 qw(md5_hex);
use MIME::Base64 qw(encode_base64 decode_base64);
use Text::Wrap ();

my $messages = shift || 1500;
my $state    = 400;

sub below {    # the next of Knuth's 32-bit linear congruential sequence, high bits, in [0, bound)
    $state = ($state * 1664525 + 1013904223) & 0xffffffff;
    return ($state >> 8) % $_[0];
}

my @words = map { join '', map { ('a' .. 'z')[below(26)] } 1 .. 2 + below(8) } 1 .. 3000;
my @spicy = qw(free winner lottery offer urgent credit cheap pills bonus guarantee);

# Each rule is a pattern and a score; matching hundreds of them over each body is where such filters spend time.
my @rules = map {
    my $word = $words[below(scalar @words)];
    my $tail = $spicy[below(scalar @spicy)];
    [qr/\b$word\w*\s+\w+\s+$tail/i, 1 + below(9)]
} 1 .. 120;
push @rules, [qr/(\w)\1\1/, 2], [qr/\d{4}-\d{4}/, 5], [qr/^From:.*\@(\w+\.)+example$/m, 1], [qr/!{2,}/, 3];

sub message {
    my ($number) = @_;
    my @body;
    for (1 .. 150 + below(150)) {
        push @body, below(12) ? $words[below(scalar @words)] : $spicy[below(scalar @spicy)];
        $body[-1] .= '!!' if !below(40);
        $body[-1] = ucfirst $body[-1] if !below(9);
    }
    return "From: $words[below(scalar @words)]\@mail.example\nSubject: $number\n\n" . join(' ', @body) . "\n";
}

sub score {
    my ($text) = @_;
    my $score = 0;
    for my $rule (@rules) {
        my $hits = () = $text =~ /$rule->[0]/g;
        $score += $hits * $rule->[1];
    }
    return $score;
}

sub to_html {
    my ($text) = @_;
    my ($head, $body) = split /\n\n/, $text, 2;
    s/&/&amp;/g, s/</&lt;/g for $head, $body;
    $body =~ s{\b(\w+\@[\w.]+)}{<a href="mailto:$1">$1</a>}g;
    my @paragraphs = map { Text::Wrap::wrap('', '  ', $_) } split /(?<=!!) /, $body;
    return "<pre>$head</pre>\n<p>" . join("</p>\n<p>", @paragraphs) . "</p>\n";
}

my (%seen, %sender);
my ($total, $spam, $bytes) = (0, 0, 0);
my $digest = '';
$Text::Wrap::columns = 72;
for my $number (1 .. $messages) {
    my $text  = message($number);
    my $score = score($text);
    $total += $score;
    $spam++ if $score > 20;
    $sender{$1} += $score if $text =~ /^From: (\w+)/;
    my $html    = to_html($text);
    my $encoded = encode_base64($html);
    decode_base64($encoded) eq $html or die "message $number: base64 does not come back";
    $bytes += length $encoded;
    $seen{lc $_}++ for $html =~ /\w+/g;
    $digest = md5_hex($digest . $encoded);
    printf "%d messages, score %d\n", $number, $total if $number % 100 == 0;
}
my @common = (sort { $seen{$b} <=> $seen{$a} || $a cmp $b } keys %seen)[0 .. 9];
my @worst  = (sort { $sender{$b} <=> $sender{$a} || $a cmp $b } keys %sender)[0 .. 4];
print "spam $spam of $messages, encoded bytes $bytes\ncommon @common\nworst @worst\ndigest $digest\n";
