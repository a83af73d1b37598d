"""Python interface of eventlog.h: events of a program on the time axis of its samples.

    from runbench import eventlog        # PYTHONPATH=native/include

    solve = eventlog.declare("solve", eventlog.REGION, 0x0072b2)
    with eventlog.region(solve):         # or @eventlog.region("solve") before a function
        ...

$RUNBENCH_EVENTLOG_LIBRARY names the shared library if it is not where the build or the package has it. Without the
library, or without $RB_EVENTLOG, every call returns immediately.
"""

import contextlib
import contextvars
import ctypes
import os

POINT, REGION, STATE, MESSAGE, COUNTER, SPAN = 1, 2, 3, 4, 5, 6
DEBUG, INFO, WARNING, ERROR = 1, 2, 3, 4

_NO_COLOUR = 0xFFFFFFFF
_HERE = os.path.dirname(os.path.abspath(__file__))


class _Value(ctypes.Union):
    _fields_ = [("int64", ctypes.c_int64), ("float64", ctypes.c_double), ("string", ctypes.c_char_p)]


class _Field(ctypes.Structure):
    """struct rb_log_field"""

    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_int), ("value", _Value)]


_INT64, _DOUBLE, _STRING = 1, 2, 3


def _load():
    """Returns the library, or None."""
    name = "librunbench-eventlog.so"
    places = [os.environ.get("RUNBENCH_EVENTLOG_LIBRARY"), os.path.join(_HERE, "../../build/lib", name),
              os.path.join(_HERE, "../../lib", name), name]
    for place in filter(None, places):
        try:
            library = ctypes.CDLL(place)
        except OSError:
            continue
        text, number, id_ = ctypes.c_char_p, ctypes.c_int, ctypes.c_uint64
        fields, count = ctypes.POINTER(_Field), ctypes.c_size_t
        for function, arguments, result in (
                ("declare", [text, number, ctypes.c_uint32], number), ("point", [number, text], None),
                ("begin", [number, text], None), ("end", [number, text], None), ("send", [number, id_, text], None),
                ("receive", [number, id_, text], None), ("counter", [number, ctypes.c_double], None),
                ("event", [number, number, text, fields, count], None),
                ("span_begin", [number, id_, text, fields, count], id_),
                ("span_end", [number, id_, number, fields, count], None),
                ("init", [], None), ("on", [], number), ("dropped", [], id_)):
            call = getattr(library, "rb_log_" + function)
            call.argtypes, call.restype = arguments, result
        return library
    return None


_library = _load()
_logs = _library is not None and bool(_library.rb_log_on())


def _utf8(text):
    return None if text is None else text.encode("utf-8", "replace")


def _c_fields(fields):
    """Returns the fields for C, and their number. Integers beyond 64 bits become floats, other objects their str()."""
    if not fields:
        return None, 0
    array = (_Field * len(fields))()
    for field, (name, value) in zip(array, fields.items()):
        field.name = _utf8(name)
        if isinstance(value, int) and -2**63 <= value < 2**63:
            field.kind, field.value.int64 = _INT64, value
        elif isinstance(value, (int, float)):
            field.kind, field.value.float64 = _DOUBLE, value
        else:
            field.kind, field.value.string = _STRING, _utf8(str(value))
    return array, len(fields)


def init():
    """Reads $RB_EVENTLOG again, for a program that sets it itself before its first event."""
    global _logs
    if _library is not None:
        _library.rb_log_init()
        _logs = bool(_library.rb_log_on())


def on():
    """Returns whether events are logged; to skip work for comments."""
    return _logs


def dropped():
    """Returns the number of dropped events of this process so far."""
    return _library.rb_log_dropped() if _library is not None else 0


def declare(name, kind=POINT, colour=None):
    """Declares a type of events and returns its number. The same name and kind return the same number.

    colour: 0xRRGGBB or None
    """
    if _library is None:
        return 0
    return _library.rb_log_declare(_utf8(name), kind, _NO_COLOUR if colour is None else colour)


def point(type, comment=None):
    if _logs:
        _library.rb_log_point(type, _utf8(comment))


def begin(type, comment=None):
    if _logs:
        _library.rb_log_begin(type, _utf8(comment))


def end(type, comment=None):
    if _logs:
        _library.rb_log_end(type, _utf8(comment))


def send(type, id, comment=None):
    """Logs that a message was sent. id: equal at sender and receiver, unique in the run; 0: none."""
    if _logs:
        _library.rb_log_send(type, id, _utf8(comment))


def receive(type, id, comment=None):
    if _logs:
        _library.rb_log_receive(type, id, _utf8(comment))


def counter(type, value):
    """Logs the value of a counter at this time."""
    if _logs:
        _library.rb_log_counter(type, value)


def event(type, comment=None, severity=0, /, **fields):
    """Logs a point with a severity (DEBUG, INFO, WARNING, ERROR; 0: none) and fields, as in
    event(step, "retry", WARNING, attempt=3, host="n1")."""
    if _logs:
        _library.rb_log_event(type, severity, _utf8(comment), *_c_fields(fields))


def span_begin(type, parent=0, comment=None, /, **fields):
    """Begins a span and returns its id; 0 without a log. It may end in another thread."""
    return _library.rb_log_span_begin(type, parent, _utf8(comment), *_c_fields(fields)) if _logs else 0


def span_end(type, id, severity=0, /, **fields):
    """Ends a span. ERROR marks it as failed."""
    if _logs:
        _library.rb_log_span_end(type, id, severity, *_c_fields(fields))


_current_span = contextvars.ContextVar("runbench_span", default=0)


class span:
    """A span around a block. Its parent is the surrounding span of the thread or asynchronous task, unless parent= is the id
    of another one. A block that an exception leaves is marked as failed. Takes the number of a type, or a name."""

    def __init__(self, type, comment=None, /, parent=None, **fields):
        self._type = declare(type, SPAN) if isinstance(type, str) else type
        self._begin = comment, parent, fields
        self.id = 0

    def __enter__(self):
        comment, parent, fields = self._begin
        self.id = span_begin(self._type, _current_span.get() if parent is None else parent, comment, **fields)
        self._outer = _current_span.set(self.id)
        return self

    def __exit__(self, failure, *_):
        _current_span.reset(self._outer)
        span_end(self._type, self.id, ERROR if failure else 0)


class region(contextlib.ContextDecorator):
    """A region of a thread: a context manager and a decorator. Takes the number of a type, or a name."""

    def __init__(self, type, comment=None):
        self._type = declare(type, REGION) if isinstance(type, str) else type
        self._comment = comment

    def __enter__(self):
        begin(self._type, self._comment)
        return self

    def __exit__(self, *failure):
        end(self._type)
