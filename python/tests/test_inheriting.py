"""Forked children that inherit the memory of a claim, and others that inherit nothing."""

import errno
import multiprocessing
import os
import pickle
import signal
import unittest
from unittest import mock

from support import LIMIT, FillTest, fill_all, fill_claim, truth

import ndmap_fill
from ndmap_fill import FillClosedError, FillTimeoutError, SharedFill

SHAPE = (8, 16)

# A parent claims chunk 1, as it gets slot 1, and forks a helper that stores into it whenever a line
# comes. HELP is what the helper does first; it says "ready", and "stored" after each of its stores.
PARENT = """
fill = SharedFill.join(sys.argv[1])
claim = fill.claim()
if os.fork() == 0:
    HELP
    say("ready")
    while (line := sys.stdin.readline()):
        claim.array[...] = int(line)
        say("stored")
    os._exit(0)
"""
DIES = PARENT + "os.kill(os.getpid(), signal.SIGKILL)\n"
FORKED = "pass"
NO_DESCRIPTORS = """
    keep = os.dup2(0, 1000), os.dup2(1, 1001)
    os.closerange(0, 1000)
    sys.stdin, sys.stdout = os.fdopen(1000), os.fdopen(1001, "w")
"""
GRANDCHILD = """
    if os.fork() != 0:
        os._exit(0)
"""


class InheritingTest(FillTest):
    def ended(self, child):
        """Waits until all who have inherited the child's output have ended."""
        child.stdin.close()
        self.assertEqual(child.stdout.read(), "")
        child.wait(LIMIT)

    def tell(self, child, number):
        child.stdin.write(f"{number}\n")
        child.stdin.flush()
        self.assertEqual(child.stdout.readline(), "stored\n")

    def check_helper(self, first):
        """Whoever has inherited the chunk keeps it when the parent is killed, until it ends."""
        fill = self.create()
        parent = self.start(DIES.replace("HELP", first.strip()))
        self.assertEqual(parent.stdout.readline(), "ready\n")
        self.assertEqual(parent.wait(LIMIT), -signal.SIGKILL)
        for _ in range(3):
            with fill.claim() as claim:
                self.assertNotEqual(claim.index, 1)
                fill_claim(claim, SHAPE)
                claim.commit()
        self.assertEqual((fill.status()["claimed"], fill.status()["dead"]), (1, 0))
        for number in (1, 2):
            with self.assertRaises(FillTimeoutError):
                fill.claim(timeout=0.05)
            self.tell(parent, number)
        self.ended(parent)
        self.assertEqual(fill_all(fill), 1)
        self.assert_published(truth(SHAPE))

    def test_a_helper_keeps_the_chunk_of_its_parent(self):
        self.check_helper(FORKED)

    def test_a_helper_without_descriptors_keeps_the_chunk(self):
        self.check_helper(NO_DESCRIPTORS)

    def test_a_grandchild_keeps_the_chunk(self):
        self.check_helper(GRANDCHILD)

    def test_a_child_that_inherited_no_claim_keeps_nothing(self):
        fill = self.create()
        parent = self.start(
            """
fill = SharedFill.join(sys.argv[1])
with fill.claim():
    pass
reading, writing = os.pipe()
if os.fork() == 0:
    os.read(reading, 1)
    say("forked")
    sys.stdin.readline()
    os._exit(0)
claim = fill.claim()
os.write(writing, b"!")
os.kill(os.getpid(), signal.SIGKILL)
"""
        )
        parent.stdout.readline()
        parent.wait(LIMIT)
        self.assertEqual(fill_all(fill), 4)
        parent.communicate("\n", timeout=LIMIT)
        self.assert_published(truth(SHAPE))

    def test_a_child_that_executes_another_program_keeps_nothing(self):
        fill = self.create()
        parent = self.start(
            """
import subprocess
fill = SharedFill.join(sys.argv[1])
claim = fill.claim()
code = "import sys; print('executed', flush=True); sys.stdin.readline()"
subprocess.Popen([sys.executable, "-c", code])
subprocess.Popen([sys.executable, "-c", code], preexec_fn=lambda: None)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""
        )
        self.assertEqual([parent.stdout.readline() for _ in range(2)], ["executed\n"] * 2)
        self.assertEqual(fill.status()["claimed"], 1)
        os.kill(parent.pid, signal.SIGKILL)
        parent.wait(LIMIT)
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def fork_helper(self, claim, until):
        """A helper that stores into the claim when `until` is closed, and then ends."""
        helper = os.fork()
        if helper == 0:
            os.close(until[1])
            os.read(until[0], 1)
            claim.array[...] = -1
            os._exit(0)
        return helper

    def test_a_chunk_that_is_released_stays_until_the_last_child_has_ended(self):
        for end in (
            lambda claim: claim.release(),
            lambda claim: claim.abandon("it is given up"),
            lambda claim: claim.__exit__(None, None, None),
        ):
            with self.subTest(end):
                fill, other = self.create(), self.create()
                claim = fill.claim()
                until = os.pipe()
                helpers = [self.fork_helper(claim, until) for _ in range(2)]
                os.close(until[0])
                end(claim)
                self.assertEqual(fill.status()["claimed"], 1)
                self.assertEqual([other.claim().index for _ in range(3)], [1, 2, 3])
                self.assertIsNone(other.tryclaim())
                self.assertIsNone(fill.tryclaim())
                os.close(until[1])
                for helper in helpers:
                    os.waitpid(helper, 0)
                self.assertEqual(fill.tryclaim().index, 0)
                other.close()
                fill.abort()

    def test_a_reason_is_noted_though_a_child_lives(self):
        fill = self.create((2, 16), max_failures=1)
        claim = fill.claim()
        until = os.pipe()
        helper = self.fork_helper(claim, until)
        os.close(until[0])
        claim.abandon("broken")
        self.assertEqual([line["reason"] for line in fill.status()["reasons"]], ["broken"])
        self.assertEqual((fill.status()["claimed"], fill.status()["poisoned"]), (1, 0))
        os.close(until[1])
        os.waitpid(helper, 0)
        self.assertIsNone(fill.claim())
        self.assertEqual(fill.status()["poisoned"], 1)

    def test_leaving_leaves_the_chunk_to_the_children(self):
        fill = self.create()
        claim = fill.claim()
        until = os.pipe()
        helper = self.fork_helper(claim, until)
        os.close(until[0])
        fill.close()
        with self.create() as other:
            self.assertEqual(other._seat.slot, 1)
            about = other.status()
            self.assertEqual((about["claimed"], about["dead"]), (1, 0))
            for _ in range(3):
                with other.claim() as chunk:
                    fill_claim(chunk, SHAPE)
                    chunk.commit()
            self.assertIsNone(other.tryclaim())
            os.close(until[1])
            os.waitpid(helper, 0)
            self.assertEqual(fill_all(other), 1)
        self.assert_published(truth(SHAPE))

    def test_leaving_frees_the_slot_though_children_live(self):
        """Those of committed chunks, and those that were forked without a claim."""
        fill = self.create()
        claim = fill.claim()
        fill_claim(claim, SHAPE)
        until = os.pipe()
        helper = os.fork()
        if helper == 0:
            os.close(until[1])
            os.read(until[0], 1)
            os._exit(0)
        os.close(until[0])
        claim.commit()
        fill.close()
        with self.create() as other:
            self.assertEqual(other._seat.slot, 0)
            self.assertEqual(fill_all(other), 3)
        self.assert_published(truth(SHAPE))
        os.close(until[1])
        os.waitpid(helper, 0)

    def test_where_children_cannot_be_seen_they_count_as_living(self):
        def refused(*arguments):
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

        with mock.patch.object(os, "memfd_create", refused):
            fill = self.create()
            claim = fill.claim()
            helper = os.fork()
            if helper == 0:
                os._exit(0)
            os.waitpid(helper, 0)
        claim.release()
        self.assertEqual(fill.status()["claimed"], 1)
        fill.close()
        with self.create() as other:
            self.assertEqual(fill_all(other), 4)
        self.assert_published(truth(SHAPE))

    def test_what_a_helper_writes_is_committed(self):
        fill = self.create()
        context = multiprocessing.get_context("fork")
        while (claim := fill.claim()) is not None:
            with claim:
                half = claim.array.shape[0] // 2
                for part in (slice(None, half), slice(half, None)):
                    helper = context.Process(target=write_part, args=(claim, part, SHAPE))
                    helper.start()
                    helper.join(LIMIT)
                    self.assertEqual(helper.exitcode, 0)
                claim.commit()
        self.assert_published(truth(SHAPE))

    def test_spawned_children_join_by_themselves(self):
        fill = self.create()
        claim = fill.claim()
        for what, said in ((fill, "a SharedFill"), (claim, "a Claim")):
            with self.assertRaisesRegex(
                TypeError, f"{said} belongs to one process; join the fill in the other one"
            ):
                pickle.dumps(what)
        copy = pickle.loads(pickle.dumps(claim.array))
        copy[...] = 7
        self.assertFalse((claim.array == 7).any())
        claim.release()
        for method in ("spawn", "forkserver"):
            context = multiprocessing.get_context(method)
            with self.assertRaisesRegex(TypeError, "a SharedFill belongs to one process"):
                context.Process(target=fill_all, args=(fill,)).start()
        helper = context.Process(target=join_and_fill, args=(self.path,))
        helper.start()
        helper.join(LIMIT)
        self.assertEqual(helper.exitcode, 0)
        self.assert_published(truth(SHAPE))

    def test_evicting_kills_the_helpers_too(self):
        fill = self.create()
        parent = self.start(PARENT.replace("HELP", "pass") + "sys.stdin.readline()\n")
        parent.stdout.readline()
        os.kill(parent.pid, signal.SIGSTOP)
        fill.evict(1)
        self.assertEqual(parent.wait(LIMIT), -signal.SIGKILL)
        self.assertEqual(parent.stdout.read(), "")  # the helper is gone
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_evicting_helpers_that_are_left(self):
        fill = self.create()
        parent = self.start(DIES.replace("HELP", "pass"))
        parent.stdout.readline()
        parent.wait(LIMIT)
        fill.evict(1)
        self.assertEqual(parent.stdout.read(), "")
        self.assertEqual(fill_all(fill), 4)

    def test_evicting_whoever_keeps_the_lock_by_memory_alone(self):
        fill = self.create()
        first = NO_DESCRIPTORS.strip() + "\n    say(os.getpid())"
        parent = self.start(DIES.replace("HELP", first))
        helper = int(parent.stdout.readline())
        parent.stdout.readline()
        parent.wait(LIMIT)
        with self.assertRaisesRegex(
            ndmap_fill.FillError,
            r"x.npy: the participant in slot 1 \(python, process [0-9]+\) cannot be evicted:"
            " no process that holds its lock is to be seen here; .*;"
            rf" the array is mapped by {helper}$",
        ):
            fill.evict(1)
        self.ended(parent)
        self.assertEqual(fill_all(fill), 4)

    def test_a_forked_child_takes_no_part(self):
        fill = self.create()
        claim = fill.claim()
        fill_claim(claim, fill.shape)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                text = what_the_child_sees(fill, claim)
            except BaseException as error:
                text = repr(error)
            os.write(writing, text.encode())
            os._exit(0)
        os.waitpid(child, 0)
        os.close(writing)
        with os.fdopen(reading) as file:
            self.assertEqual(file.read(), "refused, released nothing, joined slot 1")
        claim.commit()
        self.assertEqual(fill_all(fill), 3)


def write_part(claim, part, shape):
    claim.array[part] = truth(shape)[claim.box][part]


def join_and_fill(path):
    with SharedFill.join(path) as fill:
        fill_all(fill)


def what_the_child_sees(fill, claim):
    for use in (fill.claim, claim.commit, claim.release, fill.finish):
        try:
            use()
        except FillClosedError as error:
            if "a forked child inherited this fill" not in str(error):
                return str(error)
        else:
            return f"{use} was not refused"
    claim.__exit__(None, None, None)
    fill.close()
    with SharedFill.join(fill.path, patience=LIMIT) as joined:
        if joined.status()["claimed"] != 1:
            return "the claim of the parent was released"
        return f"refused, released nothing, joined slot {joined._seat.slot}"


if __name__ == "__main__":
    unittest.main()
