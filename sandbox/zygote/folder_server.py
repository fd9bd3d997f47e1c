"""The process that mounts a folder for each run that has files, and unmounts it after the run.

It is the process that waits for process 1 of the PID namespace. It keeps its capabilities in the
user namespace, which mounting needs. Runs cannot see or signal it, because it is outside of their
PID namespace, and it never opens a file that a run made. Only the caller sends it requests.
"""

from __future__ import annotations

import os
import select
import sys
from _socket import SCM_RIGHTS, SOL_SOCKET, socket

from hallmark_rl.sandbox.isolation import namespaces
from hallmark_rl.sandbox.protocol import framing


def serve_folders(channel: socket, zygote: int) -> None:
    """Serve the requests on `channel` until its other end is closed or the child `zygote` ends."""
    pidfd = os.pidfd_open(zygote)
    poller = select.poll()
    poller.register(channel, select.POLLIN)
    poller.register(pidfd, select.POLLIN)
    mounted = False
    while True:
        for ready, _ in poller.poll():
            if ready == pidfd:
                return
            message = channel.recv(framing.FOLDER_REQUEST.size)
            if not message:
                return
            kind, size, inodes = framing.FOLDER_REQUEST.unpack(message)
            rights = b""
            error = 0
            try:
                if kind == framing.LOCK_FOLDER:
                    namespaces.make_folder_read_only()
                elif mounted:
                    namespaces.unmount_folder()
                    mounted = False
                if kind == framing.MAKE_FOLDER:
                    namespaces.mount_folder(size, inodes)
                    mounted = True
                    handle = os.open(namespaces.FOLDER, os.O_RDONLY | os.O_DIRECTORY)
                    rights = handle.to_bytes(4, sys.byteorder)
            except OSError as problem:
                error = problem.errno or 1
            ancillary = [(SOL_SOCKET, SCM_RIGHTS, rights)] if rights else []
            channel.sendmsg([framing.FOLDER_REPLY.pack(error)], ancillary)
            if rights:
                os.close(handle)
