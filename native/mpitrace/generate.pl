#!/usr/bin/perl
# Generates the wrappers of calls.txt: generate.pl calls.txt MPI_H > wrappers.c, where MPI_H is the preprocessed mpi.h.
# Calls that this MPI lacks are left out. Calls that communicate, make communicators or synchronise, but have no class
# (@unordered), are counted and timed under their name, with the prototype in mpi.h.
# One template per class serves C and Fortran: Fortran parameters become f_NAME, and locals of the C type get the plain
# names. Open MPI's Fortran libraries call PMPI_*, so their entry points (mpi_x_ of mpif.h and "use mpi",
# mpi_x_f08_ of "use mpi_f08") need wrappers of their own. MPICH's mpif.h and "use mpi" call MPI_* and need none; its
# "use mpi_f08" does (mpi_x_f08_, with buffers mpi_x_f08ts_: buffers are then descriptors, passed on unchanged).
use strict;
use warnings;

my ($list, $mpi_h) = @ARGV;
open(my $header, '<', $mpi_h) or die "$mpi_h: $!";
my $prototypes = do { local $/; <$header> } =~ s/^#.*$//mgr =~ s/\s+/ /gr;
my %prototype;
$prototype{$1} = $2 while $prototypes =~ /\bint MPI_(\w+) ?\(([^()]*)\)/g;

my (@calls, %by_name, @unordered, @local);
open(my $lines, '<', $list) or die "$list: $!";
while (<$lines>) {
	next if /^\s*(#|$)/;
	chomp;
	if (/^\@nonblocking\s+(.*)/) {
		for my $name (split ' ', $1) {
			my $c = $by_name{$name} or die "no $name";
			push @calls, { name => 'I' . lcfirst $name, class => 'icoll', bytes => $c->{bytes},
				       args => [@{$c->{args}}, arg('MPI_Request *request')] };
		}
		next;
	}
	if (/^\@(unordered|local)\s+(.*)/) {
		push @{$1 eq 'local' ? \@local : \@unordered}, split ' ', $2;
		next;
	}
	my ($name, $class, $args, $bytes) = map { s/^\s+|\s+$//gr } split /\|/;
	next if $args eq '=' && !$prototype{$name};
	my $call = { name => $name, class => $class, bytes => $bytes,
		     args => $args eq '=' ? args_of($name) : [map { arg($_) } split /,\s*/, $args] };
	push @calls, $call;
	$by_name{$name} = $call;
}

# Persistent collectives are the blocking ones with an MPI_Info and a request. Large counts (_c) are the same calls with
# counts of another type, recorded under the same name.
for my $c (grep { $_->{class} eq 'coll' && $prototype{"$_->{name}_init"} } @calls) {
	push @calls, { name => "$c->{name}_init", class => 'pcoll', bytes => $c->{bytes},
		       args => [@{$c->{args}}, arg('MPI_Info info'), arg('MPI_Request *request')] };
}
for my $c (grep { $prototype{"$_->{name}_c"} } @calls) {
	my ($own, $large) = ($c->{args}, args_of("$c->{name}_c"));
	@$own == @$large or die "MPI_$c->{name}_c has other parameters than MPI_$c->{name}";
	push @calls, { %$c, name => "$c->{name}_c", op => $c->{name},
		       args => [map { arg($large->[$_]{text} =~ s/\b\w+((?:\[\])?)$/$own->[$_]{name}$1/r) } 0 .. $#$own] };
}

sub args_of { my ($name) = @_; return [map { arg(s/^\s+|\s+$//gr) } split /,/, $prototype{$name}] }

sub arg {
	my ($text) = @_;
	$text =~ /^(.*?)\s*(\**)(\w+)(\[\])?$/ or die "parameter: $text";
	return { type => $1, pointer => $2 ne '' || defined $4, array => defined $4, name => $3, text => $text };
}

sub has { my ($c, $name) = @_; return grep { $_->{name} eq $name } @{$c->{args}} }

# Returns the template of a class. PRE runs before the call, POST after its success; both use C values. REQUEST, REQUESTS,
# STATUS, STATUSES, NEWCOMM and MESSAGE are replaced by the language's expressions.
my %class = (
	send => ['', 'rb_send(&call, 0, count, datatype, dest, tag, comm);'],
	isend => ['', 'rb_send(&call, RB_MPI_F_NONBLOCKING, count, datatype, dest, tag, comm);'],
	psend => ['', 'rb_persistent_send(&call, REQUEST, count, datatype, dest, tag, comm);'],
	recv => ['uint32_t post = source == MPI_PROC_NULL ? 0 : rb_post();', 'rb_recv(&call, STATUS, source, tag, comm, post);'],
	irecv => ['uint32_t post = source == MPI_PROC_NULL ? 0 : rb_post();',
		  'rb_irecv(&call, REQUEST, source, tag, comm, post);'],
	precv => ['', 'rb_persistent_recv(&call, REQUEST, source, tag, comm);'],
	mrecv => ['struct rb_pending *taken = rb_message(&call, MESSAGE);', 'rb_mrecv(&call, taken, STATUS);'],
	imrecv => ['struct rb_pending *taken = rb_message(&call, MESSAGE);', 'rb_imrecv(&call, taken, REQUEST);'],
	isendrecv => ['uint32_t post = source == MPI_PROC_NULL ? 0 : rb_post();',
		      "rb_send(&call, RB_MPI_F_NONBLOCKING, count, datatype, dest, sendtag, comm);\n\t\trb_irecv(&call, REQUEST, source, recvtag, comm, post);"],
	sendrecv => ['uint32_t post = source == MPI_PROC_NULL ? 0 : rb_post();',
		     "rb_send(&call, 0, count, datatype, dest, sendtag, comm);\n\t\trb_recv(&call, STATUS, source, recvtag, comm, post);"],
	wait => ['struct rb_pending *pending = rb_pending(&call, REQUESTS(1), 1);', 'if (FLAG) rb_completed(&call, pending, STATUS);'],
	waitall => ['struct rb_pending *pending = rb_pending(&call, REQUESTS(count), count);',
		    'if (FLAG) for (int i = 0; i < count; i++) rb_completed(&call, &pending[i], STATUSES(i));'],
	waitany => ['struct rb_pending *pending = rb_pending(&call, REQUESTS(count), count);',
		    'if (FLAG && *index != MPI_UNDEFINED) rb_completed(&call, &pending[*index - BASE], STATUS);'],
	waitsome => ['struct rb_pending *pending = rb_pending(&call, REQUESTS(count), count);',
		     'for (int i = 0; *outcount != MPI_UNDEFINED && i < *outcount; i++) rb_completed(&call, &pending[indices[i] - BASE], STATUSES(i));'],
	start => ['rb_start(&call, REQUESTS(1)[0]);', ''],
	startall => ['const MPI_Request *all = REQUESTS(count); for (int i = 0; i < count; i++) rb_start(&call, all[i]);', ''],
	request_free => ['rb_forget(&call, REQUESTS(1)[0]);', ''],
	time => ['', ''],
	mprobe => ['', 'if (FLAG) rb_matched_probe(&call, MESSAGE, comm);'],
	coll => ['uint32_t serial = rb_serial(&call, comm);', 'rb_collective(&call, BYTES, ROOT, comm, serial);'],
	icoll => ['uint32_t serial = rb_serial(&call, comm);', 'rb_icollective(&call, BYTES, ROOT, comm, serial, REQUEST);'],
	comm => ['uint32_t serial = rb_serial(&call, comm);',
		 "rb_collective(&call, 0, -1, comm, serial);\n\t\trb_comm_made(&call, NEWCOMM);"],
	group => ['', 'rb_comm_made(&call, NEWCOMM);'],
	pcoll => ['', 'rb_persistent_collective(&call, REQUEST, BYTES, ROOT, comm);'],
	win_new => ['uint32_t serial = rb_serial(&call, comm);',
		    "rb_collective(&call, 0, -1, comm, serial);\n\t\trb_win_made(&call, WIN, comm, serial);"],
	win_all => ['struct rb_place place = rb_win_next(&call, WIN);', 'rb_collective_at(&call, place, 0);'],
	win_post => ['', 'rb_win_post(&call, GROUP, WIN);'],
	win_start => ['', 'rb_win_start(&call, GROUP, WIN);'],
	win_complete => ['', 'rb_win_complete(&call, WIN);'],
	win_wait => ['', 'if (FLAG) rb_win_wait(&call, WIN);'],
	file_open => ['uint32_t serial = rb_serial(&call, comm);',
		      "rb_collective(&call, 0, -1, comm, serial);\n\t\trb_file_opened(&call, FILE_, comm, serial);"],
	file_all => ['struct rb_place place = rb_file_next(FILE_);', 'rb_collective_at(&call, place, BYTES);'],
	file_close => ['struct rb_place place = rb_file_closing(FILE_);', 'rb_collective_at(&call, place, 0);'],
	file_iall => ['struct rb_place place = rb_file_next(FILE_);', 'rb_icollective_at(&call, place, BYTES, REQUEST);'],
	file_begin => ['struct rb_place place = rb_file_next(FILE_);', 'rb_file_begun(&call, FILE_, place, BYTES);'],
	file_end => ['', 'rb_file_ended(&call, FILE_);'],
	idup => ['uint32_t serial = rb_serial(&call, comm);', 'rb_idup(&call, comm, serial, REQUEST, MADE);'],
);

sub fill {
	my ($c, $text, $fortran) = @_;
	my $flag = has($c, 'flag') ? '*flag' : '1';
	my $root = has($c, 'root') ? 'root' : '-1';
	my %pointer = map { $_->{name} => $_->{pointer} ? '*' : '' } @{$c->{args}};
	my %word = $fortran
		? (WIN => 'PMPI_Win_f2c(*f_win)', FILE_ => 'PMPI_File_f2c(*f_fh)', GROUP => 'PMPI_Group_f2c(*f_group)', REQUESTS => 'f_requests_of', REQUEST => 'PMPI_Request_f2c(*f_request)', STATUS => 'f_status_of(&call, f_status)',
		   NEWCOMM => 'PMPI_Comm_f2c(*f_newcomm)', MADE => 'f_newcomm, 1', MESSAGE => 'PMPI_Message_f2c(*f_message)', BASE => '1')
		: (WIN => ($pointer{win} // '') . 'win', FILE_ => ($pointer{fh} // '') . 'fh', GROUP => 'group', REQUESTS => '', REQUEST => '*request', STATUS => 'status', NEWCOMM => '*newcomm', MADE => 'newcomm, 0', MESSAGE => '*message',
		   BASE => '0');
	my $requests = has($c, 'requests') ? 'requests' : 'request';
	$text =~ s/REQUESTS\((\w+)\)/$fortran ? "f_requests_of(&call, f_$requests, $1)" : "($requests)"/ge;
	$text =~ s/STATUSES\(i\)/$fortran ? 'f_status_of(&call, f_statuses + i * F_STATUS_INTS)' : '&statuses[i]'/ge;
	$text =~ s/\bFLAG\b/$flag/g;
	$text =~ s/\bROOT\b/$root/g;
	$text =~ s/\bBYTES\b/$c->{bytes}/g if defined $c->{bytes};
	$text =~ s/\b$_\b/$word{$_}/g for grep { $_ ne 'REQUESTS' } keys %word;
	return $text;
}

sub c_wrapper {
	my ($c) = @_;
	my $names = join ', ', map { $_->{name} } @{$c->{args}};
	my ($pre, $post) = map { fill($c, $_, 0) } @{$class{$c->{class}} || die "class $c->{class}"};
	my $swap = '';
	$swap .= "\tMPI_Status own_status;\n\tif (status == MPI_STATUS_IGNORE)\n\t\tstatus = &own_status;\n" if has($c, 'status');
	$swap .= "\tif (statuses == MPI_STATUSES_IGNORE)\n\t\tstatuses = rb_statuses(&call, count);\n" if has($c, 'statuses');
	# MPI_Startall and similar calls: MPI itself reports a negative count.
	printf "\nint MPI_%s(%s)\n{\n\tstruct rb_call call;\n\tint rc;\n\n\tif (!rb_enter(&call, RB_OP_MPI_%s, __builtin_return_address(0)))\n\t\treturn PMPI_%s(%s);\n%s",
		$c->{name}, join(', ', map { $_->{text} } @{$c->{args}}), $c->{op} // $c->{name}, $c->{name}, $names, $swap;
	print "\t$pre\n" if $pre;
	print "\trb_cross(&call);\n\trc = PMPI_$c->{name}($names);\n\trb_exit(&call);\n";
	print "\tif (rc == MPI_SUCCESS) {\n\t\t$post\n\t}\n" if $post;
	print "\trb_leave(&call);\n\treturn rc;\n}\n";
}

# Declares locals of the C type for the names that templates use.
sub local_of {
	my ($a) = @_;
	my ($n, $t) = ($a->{name}, $a->{type});
	return '' if $a->{pointer} && $t !~ /^(const )?(int|MPI_Count)$/;
	return "\t${t} *$n = (${t} *)f_$n;\n" if $a->{pointer};
	return "\t$t $n = *($t *)f_$n;\n" if $t =~ /^(int|MPI_Count)$/;
	return "\tMPI_Comm $n = PMPI_Comm_f2c(*f_$n);\n" if $t eq 'MPI_Comm';
	return "\tMPI_Datatype $n = PMPI_Type_f2c(*f_$n);\n" if $t eq 'MPI_Datatype';
	return '';
}

sub fortran_wrapper {
	my ($c, $suffix, $real) = @_;
	my $f = lc $c->{name} =~ s/_c$//r;
	my @params = map { $_->{type} =~ /void/ ? "void *f_$_->{name}" : "MPI_Fint *f_$_->{name}" } @{$c->{args}};
	my $names = join ', ', map { "f_$_->{name}" } @{$c->{args}};
	# The lengths of strings follow the last parameter, by value.
	my @strings = map { "length_$_->{name}" } grep { $_->{type} =~ /\bchar$/ && $_->{pointer} } @{$c->{args}};
	my ($lengths, $length_params) = (join('', map { ", $_" } @strings), join('', map { ", size_t $_" } @strings));
	my ($pre, $post) = map { fill($c, $_, 1) } @{$class{$c->{class}}};
	# Types are significant only if the volume uses them; other handles may be invalid and are not converted.
	my $locals = join '', map { local_of($_) } grep { my $n = $_->{name}; "$pre $post" =~ /\b(?<!f_)$n\b/ } @{$c->{args}};
	my $lazy = '';
	if ($c->{bytes} && $c->{bytes} =~ /\?/) {
		$locals =~ s/\tMPI_Datatype (\w+) = .*\n//g;
		$post =~ s/\b(sendtype|recvtype)\b/PMPI_Type_f2c(*f_$1)/g;
	}
	my $swap = '';
	$swap .= "\tMPI_Fint own_status[F_STATUS_INTS];\n\tif (f_ignores_status(f_status))\n\t\tf_status = own_status;\n" if has($c, 'status');
	$swap .= "\tif (f_ignores_statuses(f_statuses))\n\t\tf_statuses = (MPI_Fint *)rb_statuses(&call, count);\n" if has($c, 'statuses');
	print "\nextern void ${real}_${f}${suffix}(", join(', ', @params, 'MPI_Fint *f_ierr'), "$length_params);\n";
	print "void mpi_${f}${suffix}(", join(', ', @params, 'MPI_Fint *f_ierr'), "$length_params)\n{\n\tstruct rb_call call;\n\tMPI_Fint rc;\n\n";
	print "\tif (!rb_enter(&call, RB_OP_MPI_", $c->{op} // $c->{name}, ", __builtin_return_address(0))) {\n\t\t${real}_${f}${suffix}($names, f_ierr$lengths);\n\t\treturn;\n\t}\n";
	print $locals, $swap;
	print "\t$pre\n" if $pre;
	print "\trb_cross(&call);\n\t${real}_${f}${suffix}($names, &rc$lengths);\n\trb_exit(&call);\n";
	print "\tif (rc == MPI_SUCCESS) {\n\t\t$post\n\t}\n" if $post;
	print "\trb_leave(&call);\n\tif (f_ierr)\n\t\t*f_ierr = rc;\n}\n";
}

# Classifies one name of mpi.h: unordered by its own name, or a variant (large counts, persistent) of a wrapped call.
sub is_unordered {
	my ($name) = @_;
	return 0 if $by_name{$name} || grep { $_->{name} eq $name } @calls;
	return 1 if grep { $name =~ /^(?:$_)$/ } @unordered;
	my $base = $name =~ s/_c$//r;
	$base =~ s/_init$//;
	return $base ne $name && grep { $_->{name} eq $base } @calls;
}

# Reports calls that calls.txt does not mention, such as those of a later MPI.
sub is_forgotten {
	my ($name) = @_;
	return !is_unordered($name) && !(grep { $_->{name} eq $name } @calls) && !grep { $name =~ /^(?:$_)$/ } @local;
}

sub names_of { return map { /(\w+) ?(?:\[[^]]*\])*$/ ? $1 : die "parameter: $_" } split /, */, $_[0] =~ s/^ | $//gr }

sub unordered_c {
	my ($name, $number) = @_;
	my $names = join ', ', names_of($prototype{$name});
	print "\nint MPI_$name($prototype{$name})\n{\n\tstruct rb_call call;\n\tint rc;\n\n\tif (!rb_enter(&call, RB_OP_NONE, NULL))\n\t\treturn PMPI_$name($names);\n",
		"\trb_cross(&call);\n\trc = PMPI_$name($names);\n\trb_exit(&call);\n\trb_unordered(&call, $number);\n\trb_leave(&call);\n\treturn rc;\n}\n";
}

# MPICH's mpif.h and mpi bindings call the C functions, which are traced. These record their callers, the program.
sub fortran_caller {
	my ($c) = @_;
	my $f = lc $c->{name};
	my $strings = grep { $_->{type} =~ /\bchar$/ && $_->{pointer} } @{$c->{args}};
	my @names = ((map { "f_$_->{name}" } @{$c->{args}}), 'f_ierr');
	my $params = join ', ', (map { "void *$_" } @names), map { "size_t length_$_" } 1 .. $strings;
	my $values = join ', ', @names, map { "length_$_" } 1 .. $strings;
	print "\nextern void pmpi_${f}_($params) __attribute__((weak));\nvoid mpi_${f}_($params)\n{\n",
		"\trb_fortran_caller = __builtin_return_address(0);\n\tpmpi_${f}_($values);\n\trb_fortran_caller = NULL;\n}\n";
}

# Passes all parameters on: Fortran parameters are addresses, and the lengths of strings follow the last one.
sub unordered_fortran {
	my ($name, $number, $suffix, $real) = @_;
	my $strings = () = $prototype{$name} =~ /\bchar \*/g;
	my @names = ((map { "f_$_" } names_of($prototype{$name})), 'f_ierr');
	my $params = join ', ', (map { "void *$_" } @names), map { "size_t length_$_" } 1 .. $strings;
	my $values = join ', ', @names, map { "length_$_" } 1 .. $strings;
	my $f = lc $name;
	print "\nextern void ${real}_$f$suffix($params);\nvoid mpi_$f$suffix($params)\n{\n\tstruct rb_call call;\n\n",
		"\tif (!rb_enter(&call, RB_OP_NONE, NULL)) {\n\t\t${real}_$f$suffix($values);\n\t\treturn;\n\t}\n",
		"\trb_cross(&call);\n\t${real}_$f$suffix($values);\n\trb_exit(&call);\n\trb_unordered(&call, $number);\n\trb_leave(&call);\n}\n";
}

@calls = grep { $prototype{$_->{name}} } @calls;
@unordered = do { my @names = grep { is_unordered($_) } sort keys %prototype; @names };
print STDERR "mpitrace: calls.txt does not say what MPI_$_ is; it is not traced\n" for grep { is_forgotten($_) } sort keys %prototype;

print "/* Generated by generate.pl from calls.txt. */\n#include \"wrappers.h\"\n#include \"state.h\"\n";
c_wrapper($_) for @calls;
print "\nconst int rb_unordered_count = ", scalar @unordered, ";\nconst char *const rb_unordered_names[] = {\n",
	(map { "\t\"MPI_$_\",\n" } @unordered), "\tNULL\n};\n";
unordered_c($unordered[$_], $_) for 0 .. $#unordered;
# MPICH's entry points with buffers take array descriptors (TS 29113); the memory of MPI_Win_allocate is not a buffer.
sub mpich_suffix { my ($parameters) = @_; return $parameters =~ /\bvoid \*(?!\*)\s*(?!baseptr)/ ? '_f08ts_' : '_f08_' }

print "\n#ifdef OPEN_MPI\n";
for my $suffix ('_', '_f08_') {
	fortran_wrapper($_, $suffix, 'pmpi') for grep { !$_->{op} } @calls;
	$unordered[$_] =~ /_c$/ or unordered_fortran($unordered[$_], $_, $suffix, 'pmpi') for 0 .. $#unordered;
}
# With a TYPE(C_PTR) for the memory.
fortran_wrapper($_, '_cptr_', 'pmpi') for grep { $_->{name} =~ /^Win_allocate(_shared)?$/ } @calls;
print "\n#elif defined MPICH_VERSION\n";
# MPICH has no large counts for files in mpi_f08.
fortran_wrapper($_, mpich_suffix($prototype{$_->{name}}) . ($_->{op} ? 'large_' : ''), 'pmpir')
	for grep { !($_->{op} && $_->{name} =~ /^File_/) } @calls;
fortran_caller($_) for grep { !$_->{op} } @calls;
for (0 .. $#unordered) {
	$unordered[$_] =~ /_c$/ or unordered_fortran($unordered[$_], $_, mpich_suffix($prototype{$unordered[$_]}), 'pmpir');
}
print "\n#endif\n";
