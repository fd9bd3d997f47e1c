"""What every test relies on."""

import signal

# A shell starts background jobs with Ctrl-C ignored, and children inherit that: tests that
# interrupt a command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
