"""Python interface of eventlog.h: events of a program on the time axis of its samples.

    from runbench import eventlog        # PYTHONPATH=native/include

    solve = eventlog.declare("solve", eventlog.REGION, 0x0072b2)
    with eventlog.region(solve):         # or @eventlog.region("solve") before a function
        ...

$RUNBENCH_EVENTLOG_LIBRARY names the shared library if it is not where the build or the package has it. Without the
library, or without $RB_EVENTLOG, every call returns immediately.
"""

import contextlib
import ctypes
import os

POINT, REGION, STATE, MESSAGE = 1, 2, 3, 4

_NO_COLOUR = 0xFFFFFFFF
_HERE = os.path.dirname(os.path.abspath(__file__))


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
        for function, arguments, result in (
                ("declare", [text, number, ctypes.c_uint32], number), ("point", [number, text], None),
                ("begin", [number, text], None), ("end", [number, text], None), ("send", [number, id_, text], None),
                ("receive", [number, id_, text], None), ("init", [], None), ("on", [], number), ("dropped", [], id_)):
            call = getattr(library, "rb_log_" + function)
            call.argtypes, call.restype = arguments, result
        return library
    return None


_library = _load()
_logs = _library is not None and bool(_library.rb_log_on())


def _utf8(text):
    return None if text is None else text.encode("utf-8", "replace")


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
