"""Several processes fill one array, and are killed, stopped, forked and evicted while they do."""

import os
import signal
import time
import unittest
from unittest import mock

import numpy as np
from support import LIMIT, FillTest, fill_all, fill_claim, truth

import ndmap_fill
from ndmap_fill import FillTimeoutError, SharedFill

SHAPE = (8, 16)
FILL = """
with SharedFill.create_or_join(sys.argv[1], "<i8", (8, 16), chunks=(2, 16), **MORE) as fill:
    fill_all(fill)
"""
CREATION = ["begun", "header", "array", "ledger", "renamed", "linked", "unlinked", "forced"]
STEPS = [f"create.{step}" for step in CREATION] + [
    "join.locked",
    "join.taken",
    "join.written",
    "mutex.held",
    "claim.found",
    "claim.stored",
    "commit.checked",
    "commit.done",
    "publish.forced",
    "publish.linked",
    "publish.directory",
    "publish.state",
    "publish.working",
    "end.ledger",
    "end.reasons",
    "end.lock",
    "leave.released",
    "leave.marked",
]


class KilledTest(FillTest):
    """kill -9 at every step, and whoever comes next goes on."""

    def test_the_steps_are_all_there_are(self):
        steps = "\nndmap_fill._step = lambda name: seen.append(name)\n"
        seen = self.run_child(
            "MORE = {'durable': True}\nseen = []" + steps + FILL + "\nsay(' '.join(seen))"
        ).split()
        self.assertEqual(set(seen) - {"commit.forced"}, set(STEPS))

    def check(self, step, times, **more):
        with self.subTest(step, times=times, **more):
            self.run_killed(f"MORE = {more!r}\nkill_at({step!r}, {times})" + FILL)
            visible = more.get("visible") and os.path.exists(self.path + ".claims")
            published = os.path.exists(self.path) and not visible
            if published:
                self.assertTrue((np.load(self.path) == truth(SHAPE)).all())
            done = self.done_now()
            with self.create(SHAPE, "<i8", (2, 16), **more) as fill:
                self.assertGreaterEqual(fill.done, len(done))
                for index, chunk in done.items():
                    self.assertTrue((fill.completed(index) == chunk).all())
                filled = fill_all(fill)
                self.assertEqual(filled, 0 if published else fill.chunks - len(done))
            self.assert_published(truth(SHAPE))
            os.unlink(self.path)

    def done_now(self):
        """The chunks that are DONE, by the numbers of the page; the ledger may be gone."""
        try:
            words = np.fromfile(self.path + ".claims", "<u8", offset=69632)
        except FileNotFoundError:
            return {}
        return {
            int(k): truth(SHAPE)[2 * k : 2 * k + 2]
            for k in np.flatnonzero(words >> np.uint64(62) == 2)
        }

    def test_killed_at_every_step(self):
        for step in STEPS:
            self.check(step, 1)

    def test_killed_at_a_later_time(self):
        for step in ("mutex.held", "claim.found", "claim.stored", "commit.checked", "commit.done"):
            self.check(step, 3)

    def test_a_visible_fill_is_killed(self):
        for step in (
            "create.renamed",
            "create.linked",
            "claim.stored",
            "publish.state",
            "end.ledger",
        ):
            self.check(step, 1, visible=True)

    def test_a_durable_fill_is_killed(self):
        for step in ("commit.forced", "commit.done", "publish.forced"):
            self.check(step, 2 if step.startswith("commit") else 1, durable=True)

    def test_killed_again_and_again(self):
        for step in STEPS:
            child = self.start(f"MORE = {{}}\nkill_at({step!r})" + FILL)
            child.communicate(timeout=LIMIT)
            self.assertIn(child.returncode, (0, -signal.SIGKILL), step)
        with self.create() as fill:
            fill_all(fill)
        self.assert_published(truth(SHAPE))

    def test_a_participant_finishes_what_the_publisher_began(self):
        for step in (
            "publish.linked",
            "publish.state",
            "publish.working",
            "end.ledger",
            "end.reasons",
            "end.lock",
        ):
            with self.subTest(step):
                fill = self.create()
                self.run_killed(f"MORE = {{}}\nkill_at({step!r})" + FILL)
                self.assertIsNone(fill.claim())
                self.assertEqual(fill.state, "published")
                self.assert_published(truth(SHAPE))
                fill.close()
                os.unlink(self.path)

    def test_killed_while_it_aborts(self):
        for step in ("abort.state", "abort.working", "end.ledger", "end.reasons", "end.lock"):
            with self.subTest(step):
                self.run_killed(
                    f"kill_at({step!r})\n"
                    "SharedFill.create_or_join(sys.argv[1], '<i8', (8, 16)).abort()"
                )
                self.assertFalse(os.path.exists(self.path))
                with self.create() as fill:
                    self.assertEqual(fill_all(fill), 4)
                self.assert_published(truth(SHAPE))
                os.unlink(self.path)


    def test_killed_while_a_stale_ledger_is_cleared_away(self):
        self.create().close()
        os.unlink(self.path + ".filling")
        self.run_killed("MORE = {}\nkill_at('stale.state')" + FILL)
        with self.create() as fill:
            self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))


class ProcessesTest(FillTest):
    CLAIM_AND_STAY = """
fill = SharedFill.join(sys.argv[1])
claim = fill.claim()
claim.array[...] = -1
say(claim.index)
sys.stdin.readline()
write(claim, fill.shape)
claim.commit()
fill.close()
"""

    def start_claimer(self):
        """A child that has claimed a chunk, and commits it when a line is written to it."""
        child = self.start(self.CLAIM_AND_STAY)
        return child, int(child.stdout.readline())

    def let_go(self, child):
        child.communicate("\n", timeout=LIMIT)
        self.assertEqual(child.returncode, 0)

    def test_eight_creators_at_once(self):
        code = "MORE = {}\nsay('ready')\nsys.stdin.readline()\n" + FILL.replace(
            "fill_all(fill)", WORK_AND_TELL
        )
        children = [self.start(code) for _ in range(8)]
        for child in children:
            child.stdout.readline()
        for child in children:
            child.stdin.write("\n")
            child.stdin.flush()
        outputs = [child.communicate(timeout=LIMIT)[0] for child in children]
        self.assertEqual([child.returncode for child in children], [0] * 8, outputs)
        self.assertEqual(
            sorted(int(index) for output in outputs for index in output.split()), [0, 1, 2, 3]
        )
        self.assert_published(truth(SHAPE))

    def test_every_chunk_is_filled_once(self):
        self.create((300, 16), chunks=(1, 16)).close()
        code = "with SharedFill.join(sys.argv[1]) as fill:\n    " + WORK_AND_TELL
        children = [self.start(code) for _ in range(4)]
        outputs = [child.communicate(timeout=LIMIT)[0] for child in children]
        self.assertEqual(
            sorted(int(index) for output in outputs for index in output.split()), list(range(300))
        )
        self.assert_published(truth((300, 16)))

    def test_the_chunks_of_the_dead_are_claimed_again(self):
        fill = self.create()
        child, index = self.start_claimer()
        self.assertEqual(fill.status()["claimed"], 1)
        child.kill()
        child.wait()
        about = fill.status()
        self.assertEqual((about["claimed"], about["dead"]), (1, 1))
        self.assertEqual(
            [(w["slot"], w["alive"]) for w in about["workers"]], [(0, True), (1, False)]
        )
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_the_next_in_a_slot_looks_for_the_dead_ones_chunks(self):
        self.create().close()
        child, index = self.start_claimer()
        child.kill()
        child.wait()
        self.assertEqual(ndmap_fill.status(self.path)["dead"], 1)
        fill = self.create()
        about = ndmap_fill.status(self.path)
        self.assertEqual((about["claimed"], about["dead"], len(about["workers"])), (0, 0, 1))
        word = fill._seat.ledger.word(index)
        self.assertEqual(word, 1 << 32 | 1)  # FREE, one death, the first epoch

    def test_a_chunk_that_kills_everybody(self):
        fill = self.create((2, 16), max_deaths=2)
        for deaths in (1, 2):
            child, _ = self.start_claimer()
            child.kill()
            child.wait()
            claim = fill.claim()
            if deaths == 1:
                claim.release()
        self.assertIsNone(claim)
        self.assertEqual(fill.status()["poisoned"], 1)
        self.assertEqual(fill._seat.ledger.word(0), 3 << 62 | 2 << 32 | 3)

    def test_a_stopped_owner_keeps_its_chunk(self):
        fill = self.create()
        child, index = self.start_claimer()
        child.send_signal(signal.SIGSTOP)
        self.await_stopped(child)
        self.assertTrue(fill.status()["workers"][1]["stopped"])
        for field in ("start", "namespace"):  # else it may be another process
            fill._seat.ledger.workers[field][1] += np.uint64(1)
            self.assertFalse(fill.status()["workers"][1]["stopped"])
            fill._seat.ledger.workers[field][1] -= np.uint64(1)
        for _ in range(3):
            with fill.claim() as claim:
                self.assertNotEqual(claim.index, index)
                fill_claim(claim, fill.shape)
                claim.commit()
        with self.assertRaises(FillTimeoutError):
            fill.claim(timeout=0.2)
        child.send_signal(signal.SIGCONT)
        self.let_go(child)
        self.assertIsNone(fill.claim(timeout=LIMIT))
        self.assert_published(truth(SHAPE))

    def test_a_stopped_owner_is_evicted(self):
        fill = self.create()
        child, index = self.start_claimer()
        child.send_signal(signal.SIGSTOP)
        self.await_stopped(child)
        fill.evict(1)
        self.assertEqual(child.wait(LIMIT), -signal.SIGKILL)
        self.assertEqual(fill._seat.ledger.word(index) >> 32, 1)  # FREE, one death: taken at once
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_a_holder_of_the_mutex_is_evicted(self):
        fill = self.create(patience=0.1)
        child = self.start(
            """
fill = SharedFill.join(sys.argv[1])
ndmap_fill._step = lambda name: name == "mutex.held" and os.kill(os.getpid(), signal.SIGSTOP)
fill.claim()
"""
        )
        while len(fill.status()["workers"]) < 2:
            time.sleep(0.005)
        self.await_stopped(child)
        with self.assertRaisesRegex(
            FillTimeoutError, "the mutex .byte 0. was held by another process"
        ):
            fill.claim()
        ndmap_fill.evict(self.path, 1)
        self.assertEqual(fill_all(fill), 4)

    def test_whoever_joined_in_the_slot_of_the_evicted_keeps_its_chunks(self):
        fill = self.create(SHAPE, "<i8", (2, 16))
        child, index = self.start_claimer()
        kill = signal.pidfd_send_signal

        def kill_and_join(process, number):
            kill(process, number)
            child.wait(LIMIT)
            other = self.create()
            joined.append((other, other.claim()))

        joined = []
        with mock.patch.object(signal, "pidfd_send_signal", kill_and_join):
            ndmap_fill.evict(self.path, 1, patience=LIMIT)
        other, claim = joined[0]
        self.assertEqual(other._seat.slot, 1)
        fill_claim(claim, SHAPE)
        claim.commit()
        self.assertEqual(fill_all(fill), 3)
        self.assert_published(truth(SHAPE))

    def test_who_takes_part_hears_that_the_array_was_removed(self):
        child = self.start(
            """
fill = SharedFill.create_or_join(sys.argv[1], '<i8', (8, 16))
claim = fill.claim()
say('joined')
sys.stdin.readline()
for use in (claim.commit, fill.claim):
    try:
        use()
    except ndmap_fill.FillAbortedError as error:
        say(error)
"""
        )
        child.stdout.readline()
        stale = ndmap_fill._Ledger(self.path + ".claims")
        os.unlink(self.path + ".filling")
        fill = self.create()
        self.assertEqual(stale.state, 2)
        output, _ = child.communicate("\n", timeout=LIMIT)
        self.assertEqual(
            output.splitlines(),
            [
                f"{self.path}: the fill was aborted, so chunk 0 is not done",
                f"{self.path}: the fill was aborted",
            ],
        )
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_a_zombie_is_dead(self):
        fill = self.create()
        child, index = self.start_claimer()
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        self.assertEqual(ndmap_fill._process(child.pid)[0], "Z")
        self.assertEqual(fill_all(fill), 4)

    def test_reading_the_files_does_not_drop_the_locks(self):
        fill = self.create()
        claims = [fill.claim() for _ in range(4)]
        for name in (".lock", ".filling"):
            with open(self.path + name, "rb+") as stray:
                stray.read()
            os.close(os.open(self.path + name, os.O_RDONLY))
        child = self.start(
            "fill = SharedFill.join(sys.argv[1])\n"
            "say('joined')\nsay(fill.claim(block=False))\nfill.close()"
        )
        output, _ = child.communicate(timeout=LIMIT)
        self.assertEqual(output.split(), ["joined", "None"])
        for claim in claims:
            fill_claim(claim, SHAPE)
            claim.commit()
        fill.finish()
        self.assert_published(truth(SHAPE))

    def test_record_locks_and_these_exclude_each_other(self):
        fill = self.create(patience=0.05)
        code = """
import fcntl
with open(sys.argv[1] + ".filling", "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 1 << 62)
        say("taken")
    except OSError:
        say("excluded")
file = open(sys.argv[1] + ".lock", "r+b")
fcntl.lockf(file, fcntl.LOCK_EX, 1, 0)
say("mutex")
sys.stdin.readline()
"""
        child = self.start(code)
        self.assertEqual([child.stdout.readline().strip() for _ in range(2)], ["excluded", "mutex"])
        with self.assertRaises(FillTimeoutError):
            fill.claim()
        self.let_go(child)
        self.assertIsNotNone(fill.claim())

    def test_a_file_that_shrinks_kills_and_is_not_done(self):
        fill = self.create((512, 1024), chunks=(64, 1024))
        child = self.start(
            """
fill = SharedFill.join(sys.argv[1])
claims = [fill.claim() for _ in range(8)]
say("claimed")
sys.stdin.readline()
write(claims[-1], fill.shape)
claims[-1].commit()
"""
        )
        child.stdout.readline()
        os.truncate(self.path + ".filling", 4096)
        child.communicate("\n", timeout=LIMIT)
        self.assertEqual(child.returncode, -signal.SIGBUS)
        self.assertEqual(fill.done, 0)

    def test_everybody_is_gone_and_comes_again(self):
        self.create((40, 16), chunks=(1, 16)).close()
        for _ in range(3):
            code = """
fill = SharedFill.join(sys.argv[1])
for _ in range(5):
    claim = fill.claim()
    write(claim, fill.shape)
    claim.commit()
fill.claim().array[...] = -1
"""
            children = [self.start(code) for _ in range(2)]
            for child in children:
                child.communicate(timeout=LIMIT)
                self.assertEqual(child.returncode, 0)
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill.done, 30)
            self.assertEqual(fill_all(fill), 10)
        self.assert_published(truth((40, 16)))

    def test_a_waiting_process_hears_of_the_end(self):
        fill = self.create()
        child = self.start(
            "fill = SharedFill.join(sys.argv[1])\n"
            "say('joined')\nfill.await_completion(60)\nsay(fill.state)"
        )
        child.stdout.readline()
        fill_all(fill)
        output, _ = child.communicate(timeout=LIMIT)
        self.assertEqual(output, "published\n")

    def await_stopped(self, child):
        while ndmap_fill._process(child.pid)[0] != "T":
            time.sleep(0.001)


WORK_AND_TELL = """while (claim := fill.claim()) is not None:
        with claim:
            say(claim.index)
            write(claim, fill.shape)
            claim.commit()
"""


if __name__ == "__main__":
    unittest.main()
