#!/usr/bin/env perl
# SPDX-License-Identifier: 0BSD
#
# An adapter for sframe-conform with its own small SFrame reader, in Perl without modules.
#
# It reads version 3 for AMD64, AArch64 and s390x, in either byte order, and answers `decode` and `lookup`. The lower
# half is the protocol (PROTOCOL.md), the upper half is the implementation under test. Perl must have 64-bit integers.
use strict;
use warnings;
no warnings 'portable';    # hexadecimal numbers of more than 32 bits
use integer;               # addresses wrap around at 64 bits, and never become floating-point numbers

my @HELLO = (
    [protocol => 1],
    [name     => 'sframe-three'],
    [version  => '1.0'],
    [profiles => 'v3'],
    [abis     => 'aarch64 amd64 s390x'],
    [orders   => 'little big'],
    [ops      => 'decode lookup'],
);

# ---- The reader --------------------------------------------------------------------------

my %ABIS = (
    1 => { name => 'aarch64-be', big => 1, sp => 31, fp => 29 },
    2 => { name => 'aarch64-le', big => 0, sp => 31, fp => 29 },
    3 => { name => 'amd64',      big => 0, sp => 7,  fp => 6, fixed_ra => 1 },
    4 => { name => 's390x',      big => 1, sp => 15, fp => 11, scaled => 1 },
);
my ($SORTED, $PCREL) = (1, 4);
my ($HEADER_SIZE, $ENTRY_SIZE, $ATTRIBUTE_SIZE) = (28, 16, 5);
my $MOST_STEPS_PER_BYTE = 16;
my $TOP_BIT = 1 << 63;

# Rejects a section that breaks a rule. Any other `die` is a bug of this program.
sub reject { die { why => $_[0] } }
sub demand { my ($good, $why) = @_; reject($why) unless $good; }

# Compares two unsigned numbers. Perl's integers have a sign.
sub below { ($_[0] ^ $TOP_BIT) < ($_[1] ^ $TOP_BIT) }

# Reads numbers in the section's byte order. $form: a template of unpack() without the order.
sub numbers {
    my ($s, $form, $at) = @_;
    return unpack "x[$at]($form)$s->{order}", $s->{data};
}

sub read_header {
    my ($s) = @_;
    my $size = length $s->{data};
    demand($size >= $HEADER_SIZE, 'shorter than the header');
    my $magic = unpack 'H4', $s->{data};
    demand($magic eq 'e2de' || $magic eq 'dee2', 'bad magic');
    $s->{order} = $magic eq 'e2de' ? '<' : '>';
    (my $version, $s->{flags}, my $abi, $s->{fixed_fp}, $s->{fixed_ra}, $s->{aux}, $s->{num_fdes}, $s->{num_fres},
     $s->{fre_len}, my $fdeoff, my $freoff) = numbers($s, 'CCCccCLLLLL', 2);
    demand($version == 3, 'not version 3');
    demand(($s->{flags} & ~($SORTED | $PCREL)) == 0, 'an undefined flag');
    demand($s->{abi} = $ABIS{$abi}, 'an undefined ABI');
    demand($s->{abi}{big} == ($s->{order} eq '>'), 'the byte order is not that of the ABI');
    demand(!!$s->{fixed_ra} == !!$s->{abi}{fixed_ra}, 'the fixed RA offset is not that of the ABI');
    my $header_end = $HEADER_SIZE + $s->{aux};
    $s->{fde_start} = $header_end + $fdeoff;
    $s->{fre_start} = $header_end + $freoff;
    $s->{fre_end} = $s->{fre_start} + $s->{fre_len};
    demand($s->{fde_start} + $s->{num_fdes} * $ENTRY_SIZE <= $size, 'the functions do not fit');
    demand($s->{fre_start} == $s->{fde_start} + $s->{num_fdes} * $ENTRY_SIZE, 'a gap between functions and rows');
    demand($s->{fre_end} <= $size, 'the rows do not fit');
    demand(substr($s->{data}, $s->{fre_end}) !~ /[^\0]/, 'bytes after the rows');
}

sub read_function {
    my ($s, $index) = @_;
    my $at = $s->{fde_start} + $index * $ENTRY_SIZE;
    my ($start, $size, $offset) = numbers($s, 'qLL', $at);
    demand($offset + $ATTRIBUTE_SIZE <= $s->{fre_len}, 'the attribute does not fit');
    my ($count, $info, $info2, $rep) = numbers($s, 'SCCC', $s->{fre_start} + $offset);
    my $distance = $start + ($s->{flags} & $PCREL ? $at : 0);
    demand($distance >= $start && $distance + $size >= $distance, 'the function is further away than 64 bits can express');
    my %f = (
        distance => $distance, start => $s->{addr} + $distance,
        size => $size, count => $count, rep => $rep, width => $info & 15, mask => $info >> 4 & 1, flex => $info2 & 31,
        key => $s->{abi}{name} =~ /^aarch64/ && $info & 32 ? 'b' : 'a', signal => $info >> 7,
    );
    demand($f{width} <= 2, 'an undefined FRE type');
    demand($f{flex} <= 1, 'an undefined FDE type');
    demand(!$f{mask} || $rep > 0, 'a block size of 0');
    $f{rows} = read_rows($s, \%f, $s->{fre_start} + $offset + $ATTRIBUTE_SIZE);
    return \%f;
}

sub read_rows {
    my ($s, $f, $at) = @_;
    my ($width, @rows) = (1 << $f->{width});
    for (1 .. $f->{count}) {
        # Functions may share rows. A small section must not take forever.
        demand(++$s->{steps} <= $MOST_STEPS_PER_BYTE * length $s->{data}, 'rows shared too often');
        demand($at + $width + 1 <= $s->{fre_end}, 'the rows end inside this one');
        my ($start, $info) = numbers($s, ('C', 'S', 'L')[$f->{width}] . 'C', $at);
        my ($count, $code) = ($info >> 1 & 15, $info >> 5 & 3);
        $at += $width + 1;
        demand($code != 3, 'the word size code 3');
        demand($at + ($count << $code) <= $s->{fre_end}, 'the rows end inside this one');
        demand(!@rows || $start > $rows[-1]{start}, 'the rows are not in ascending order');
        demand($start <= $f->{size}, 'the row starts after its function');
        my @words = numbers($s, ('c', 's', 'l')[$code] x $count, $at);
        my %row = (start => $start, mangled => $info >> 7);
        @row{qw(cfa ra fp)} = !@words ? qw(none undefined none)
            : $f->{flex} ? flexible_rules($s, $code, @words) : default_rules($s, $info & 1 ? 'sp' : 'fp', @words);
        push @rows, \%row;
        $at += $count << $code;
    }
    return \@rows;
}

sub slot { sprintf '*(cfa%+d)', $_[0] }
sub scale { my ($s, $word) = @_; $s->{abi}{scaled} ? $word * 8 + 160 : $word }

# The rule of RA or FP without a word.
sub fixed { $_[0] ? slot($_[0]) : 'same' }

sub default_rules {
    my ($s, $base, @words) = @_;
    my $tracks_ra = !$s->{abi}{fixed_ra};
    demand(@words <= ($tracks_ra ? 3 : 2), 'more words than the ABI defines');
    my $cfa = sprintf '%s%+d', $base, scale($s, shift @words);
    my $ra = $tracks_ra ? shift @words : undef;
    my $is_saved = defined $ra && !($s->{abi}{scaled} && $ra == 0);
    return ($cfa, $is_saved ? slot($ra) : fixed($s->{fixed_ra}), @words ? slot($words[0]) : fixed($s->{fixed_fp}));
}

# A control word, which is as wide as the row's other words, and an offset.
sub flexible_rule {
    my ($s, $code, $control, $offset, $is_cfa) = @_;
    my ($control_bits, $abi) = ($control & ((1 << (8 << $code)) - 1), $s->{abi});
    my $number = $control_bits >> 3;
    my $base = !($control_bits & 1) ? 'cfa' : $number == $abi->{sp} ? 'sp' : $number == $abi->{fp} ? 'fp' : "r$number";
    return sprintf '*(%s%+d)', $base, $offset if $control_bits & 2;
    return $base if $offset == 0 && !$is_cfa && $control_bits & 1;
    return sprintf '%s%+d', $base, $offset;
}

sub flexible_rules {
    my ($s, $code, @words) = @_;
    demand(@words >= 2 && @words <= 6, 'a wrong number of words');
    my ($control, $offset) = splice @words, 0, 2;
    demand($control & 1, 'a CFA without a register');
    my $cfa = flexible_rule($s, $code, $control, scale($s, $offset), 1);
    my ($ra, $fp) = (fixed($s->{fixed_ra}), fixed($s->{fixed_fp}));
    if (@words && $words[0] == 0) {
        shift @words;
    } elsif (@words) {
        demand(@words >= 2, 'half a rule for RA');
        $ra = flexible_rule($s, $code, splice(@words, 0, 2), 0);
    }
    shift @words if @words == 1 && $words[0] == 0;
    demand(@words == 0 || (@words == 2 && $words[0] != 0), 'half a rule for FP');
    $fp = flexible_rule($s, $code, @words, 0) if @words;
    return ($cfa, $ra, $fp);
}

sub read_section {
    my ($data, $addr) = @_;
    my %s = (data => $data, addr => $addr, steps => 0);
    read_header(\%s);
    $s{functions} = [map { read_function(\%s, $_) } 0 .. $s{num_fdes} - 1];
    my ($rows, $before) = (0);
    for my $f (@{$s{functions}}) {
        $rows += $f->{count};
        my $in_order = !defined $before || $before <= $f->{distance};
        demand($in_order || !($s{flags} & $SORTED), 'flagged as sorted, but is not');
        $before = $f->{distance};
    }
    demand($rows == $s{num_fres}, 'the number of rows is wrong');
    return \%s;
}

sub dump_section {
    my ($s) = @_;
    my $flags = join ',', grep { $_ } $s->{flags} & $SORTED && 'sorted', $s->{flags} & $PCREL && 'pcrel';
    my @lines = sprintf 'section version=3 endian=%s abi=%s flags=%s fixed-fp=%d fixed-ra=%d aux=%d fdes=%d fres=%d '
        . 'fre-len=%d', $s->{order} eq '<' ? 'little' : 'big', $s->{abi}{name}, $flags || 'none',
        @$s{qw(fixed_fp fixed_ra aux num_fdes num_fres fre_len)};
    my $i = 0;
    for my $f (@{$s->{functions}}) {
        push @lines, sprintf 'fde %d start=0x%x size=0x%x pc=%s fre=addr%d type=%s key=%s signal=%d rep=%d fres=%d', $i,
            $f->{start}, $f->{size}, $f->{mask} ? 'mask' : 'inc', 1 << $f->{width}, $f->{flex} ? 'flex' : 'default',
            @$f{qw(key signal rep count)};
        my $j = 0;
        for my $row (@{$f->{rows}}) {
            push @lines, sprintf 'fre %d.%d at=0x%x cfa=%s ra=%s fp=%s mangled=%d', $i, $j++,
                @$row{qw(start cfa ra fp mangled)};
        }
        $i++;
    }
    return @lines;
}

sub look_up {
    my ($s, $pc) = @_;
    my ($number, $at);
    for my $i (0 .. $#{$s->{functions}}) {
        my $f = $s->{functions}[$i];
        next unless below($pc - $f->{start}, $f->{size});
        $number = $i if !defined $number || $f->{distance} >= $s->{functions}[$number]{distance};
    }
    return sprintf 'pc 0x%x none', $pc unless defined $number;
    my $f = $s->{functions}[$number];
    return sprintf 'pc 0x%x fde=%d fre=none cfa=none ra=undefined fp=none', $pc, $number
        if !$f->{count} && !$f->{flex} && !$f->{signal};
    my $offset = $pc - $f->{start};
    $offset %= $f->{rep} if $f->{mask};
    for my $j (0 .. $#{$f->{rows}}) { $at = $j if $f->{rows}[$j]{start} <= $offset }
    return sprintf 'pc 0x%x none', $pc unless defined $at;
    return sprintf 'pc 0x%x fde=%d fre=%d cfa=%s ra=%s fp=%s', $pc, $number, $at, @{$f->{rows}[$at]}{qw(cfa ra fp)};
}

# ---- The protocol ------------------------------------------------------------------------

my %DECLARED = map { $_->[0] => { map { $_ => 1 } split ' ', $_->[1] } } @HELLO;

sub is_declared {
    my ($keys) = @_;
    return 0 if grep { /^!/ } keys %$keys;
    return 0 if ($keys->{container} // 'raw') ne 'raw';
    my %of = (op => 'ops', profile => 'profiles', abi => 'abis', order => 'orders');
    return !grep { !$DECLARED{$of{$_}}{$keys->{$_} // ''} } keys %of;
}

# Returns the keys and the body of a payload.
sub parse {
    my ($payload) = @_;
    my %keys;
    while ($payload =~ /\G([^\n]*)\n/gc) {
        return (\%keys, substr $payload, pos $payload) if $1 eq '';
        my ($key, $value) = split /: /, $1, 2;
        $keys{$key} = $value;
    }
    die "no empty line after the keys\n";
}

sub answer {
    my ($payload) = @_;
    my ($keys, $body) = parse($payload);
    return "status: unsupported\n\n" unless is_declared($keys);
    my $section = read_section($body, hex $keys->{addr});
    my @lines = $keys->{op} eq 'decode' ? dump_section($section)
        : map { look_up($section, hex $_) } split ' ', $keys->{pcs};
    return join "\n", 'status: accept', '', 'sframe-dump 1', @lines, '';
}

binmode STDIN;
binmode STDOUT;
$| = 1;
while (defined(my $head = <STDIN>)) {
    my ($type, $number, $length) = $head =~ /^@([a-z]+) (\d+) (\d+)\n\z/ or die "no frame: $head";
    my $payload = '';
    read(STDIN, $payload, $length) == $length or die "a frame is cut short\n" if $length > 0;
    last if $type eq 'bye';
    my $said;
    if ($type eq 'hello') {
        $said = join '', (map { "$_->[0]: $_->[1]\n" } @HELLO), "\n";
    } elsif ($type ne 'case') {
        $said = "status: unsupported\n\n";
    } elsif (!defined($said = eval { answer($payload) })) {
        # A bug of this program is not a verdict on the section.
        print STDERR $@ unless ref $@;
        $said = ref $@ ? "status: reject\nmessage: $@->{why}\n\n" : "status: internal\n\n";
    }
    printf '@%s %s %d' . "\n%s", $type eq 'hello' ? 'hello' : 'result', $number, length $said, $said;
}
