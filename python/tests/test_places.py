"""Where fills are run: other pid namespaces, other users, hidden processes, file systems without
hard links, lost lock files, systems that were started anew.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import numpy as np
from support import LIMIT, PRELUDE, FillTest, fill_all, fill_claim, truth

import ndmap_fill
from ndmap_fill import FillError, FillMismatchError, FillRebootError, SharedFill

SHAPE = (8, 16)
CLAIM_AND_STAY = """
fill = SharedFill.join(sys.argv[1])
claim = fill.claim()
say(os.getpid())
sys.stdin.readline()
write(claim, fill.shape)
claim.commit()
fill.close()
"""
HIDDEN = """mount -t proc -o hidepid=2 hidden /proc && exec "$@" """
NAMESPACE = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
# Python may be where only root may look, so this user may read everything. It may do nothing else.
ANOTHER_USER = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
ANOTHER_USER += ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]


def needs(test, what, command):
    """Skips the test, aloud, unless the command succeeds."""
    if shutil.which(command[0]) is None:
        test.skipTest(f"{what} needs {command[0]}, which is not here")
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        test.skipTest(f"{what} is not allowed here: {run.stdout.strip()}")


class PlaceTest(FillTest):
    def start_by(self, wrapper, code, *arguments):
        child = subprocess.Popen(
            [*wrapper, sys.executable, "-c", PRELUDE + code, self.path, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(self._end, child)
        return child

    def run_by(self, wrapper, code, *arguments):
        child = self.start_by(wrapper, code, *arguments)
        output, _ = child.communicate(timeout=LIMIT)
        self.assertEqual(child.returncode, 0, output)
        return output

    def for_another_user(self):
        """Lets another user write all there is."""
        needs(self, "a second user", [*ANOTHER_USER, sys.executable, "-c", "import numpy"])
        os.chmod(self.directory, 0o777)
        for name in self.files():
            os.chmod(os.path.join(self.directory, name), 0o666)


class LostLockFileTest(PlaceTest):
    JOIN = """
for use in (
    lambda: SharedFill.join(sys.argv[1], patience=LIMIT),
    lambda: SharedFill.create_or_join(sys.argv[1], "<i8", (8, 16), patience=LIMIT),
):
    try:
        with use() as fill:
            say(f"joined slot {fill._seat.slot}")
    except ndmap_fill.FillMismatchError as error:
        say(error)
"""

    def test_those_that_live_go_on_and_who_comes_is_refused(self):
        for replaced in (False, True):
            with self.subTest(replaced=replaced):
                fill, other = self.create(), self.create()
                claim = fill.claim()
                os.unlink(self.path + ".lock")
                if replaced:
                    with open(self.path + ".lock", "wb") as file:
                        file.write(os.urandom(8))
                said = (
                    f"{self.path}.lock: it was removed or replaced while the participant in slot 0"
                    f" (python, process {os.getpid()}) takes part; participants may continue,"
                    " but no process may join before they have left"
                )
                self.assertEqual(self.run_child(self.JOIN).splitlines(), [said, said])
                self.assertEqual(fill.status()["claimed"], 1)
                with self.assertRaisesRegex(FillError, "others take part in the fill"):
                    fill.abort()
                other.evict(7)
                fill_claim(claim, SHAPE)
                claim.commit()
                with other.claim() as chunk:
                    self.assertEqual(chunk.index, 1)
                self.assertEqual(fill_all(fill), 3)
                other.close()
                fill.close()
                self.assert_published(truth(SHAPE))
                os.unlink(self.path)

    def test_when_they_have_ended_others_join(self):
        child = self.start(
            "fill = SharedFill.create_or_join(sys.argv[1], '<i8', (8, 16), chunks=(2, 16))\n"
            "claim = fill.claim()\nsay(claim.index)\nsys.stdin.readline()"
        )
        child.stdout.readline()
        os.unlink(self.path + ".lock")
        with self.assertRaisesRegex(FillMismatchError, "x.npy.lock: it was removed or replaced"):
            SharedFill.join(self.path, patience=LIMIT)
        child.kill()
        child.wait()
        self.assertEqual(ndmap_fill.status(self.path)["dead"], 1)
        with SharedFill.join(self.path, patience=LIMIT) as fill:
            with open(self.path + ".lock", "rb") as file:
                self.assertEqual(file.read(), fill._seat.ledger.lock_id)
            with SharedFill.join(self.path, patience=LIMIT) as other:
                self.assertEqual(other._seat.slot, 1)
            self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_evicting_without_the_lock_file(self):
        fill = self.create()
        child = self.start(CLAIM_AND_STAY)
        child.stdout.readline()
        os.unlink(self.path + ".lock")
        ndmap_fill.evict(self.path, 1, patience=LIMIT)
        self.assertEqual(child.wait(LIMIT), -signal.SIGKILL)
        self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_who_locks_while_the_lock_file_is_lost_begins_again(self):
        self.create().close()
        lost = []

        def step(name):
            if name == "join.locked" and not lost:
                lost.append(name)
                os.unlink(self.path + ".lock")

        with mock.patch.object(ndmap_fill, "_step", step):
            with SharedFill.join(self.path, patience=LIMIT) as fill:
                self.assertEqual((lost, fill._seat.slot), (["join.locked"], 0))
                self.assertTrue(fill._seat.lock.has_its_name())
                self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_a_link_of_somebody_else_is_no_publication(self):
        fill = self.create()
        with fill.claim() as claim:
            fill_claim(claim, fill.shape)
            claim.commit()
        os.link(self.path + ".filling", self.path)
        with SharedFill.join(self.path) as another:
            self.assertEqual((another.state, another.done), ("filling", 1))
            self.assertEqual(fill_all(another), 3)
        fill.close()
        self.assert_published(truth(SHAPE))

    def test_a_lock_file_that_is_a_link_is_refused(self):
        os.symlink("nothing", self.path + ".lock")
        with self.assertRaisesRegex(OSError, "Too many levels of symbolic links: .*x.npy.lock"):
            self.create(patience=LIMIT)
        self.assertEqual(self.files(), ["x.npy.lock"])


class PidNamespaceTest(PlaceTest):
    def setUp(self):
        super().setUp()
        needs(self, "a pid namespace", [*NAMESPACE, "true"])

    def test_a_survivor_claims_the_chunk_of_the_dead_whose_number_lives(self):
        self.create().close()
        dead = self.start_by(NAMESPACE, CLAIM_AND_STAY)
        self.assertEqual(dead.stdout.readline(), "1\n")
        survivor = self.start_by(
            [*NAMESPACE, "sh", "-c", '"$@"; exit $?', "sh"],
            "fill = SharedFill.join(sys.argv[1])\n"
            # Even the moment at which process 1 was started may be the same, in all namespaces.
            "fill._seat.ledger.workers['start'][0] = ndmap_fill._process(1)[1]\n"
            "say(os.getpid())\nsys.stdin.readline()\nfill_all(fill)\nsay(fill.state)",
        )
        self.assertEqual(survivor.stdout.readline(), "2\n")
        about = ndmap_fill.status(self.path)
        self.assertEqual([worker["pid"] for worker in about["workers"]], [1, 2])
        self.assertEqual([worker["alive"] for worker in about["workers"]], [True, True])
        dead.kill()  # and with it, all in its namespace
        dead.wait()
        output, _ = survivor.communicate("\n", timeout=LIMIT)
        self.assertEqual(output, "published\n")
        self.assert_published(truth(SHAPE))

    def test_who_lives_in_another_namespace_is_not_taken_for_dead(self):
        fill = self.create()
        child = self.start_by(NAMESPACE, CLAIM_AND_STAY)
        child.stdout.readline()
        for _ in range(3):
            with fill.claim() as claim:
                fill_claim(claim, SHAPE)
                claim.commit()
        self.assertIsNone(fill.tryclaim())
        child.communicate("\n", timeout=LIMIT)
        self.assertIsNone(fill.claim(timeout=LIMIT))
        self.assert_published(truth(SHAPE))

    def test_a_survivor_with_the_dead_ones_number_claims_its_chunk(self):
        self.create().close()
        dead = self.start_by(NAMESPACE, CLAIM_AND_STAY)
        survivor = self.start_by(NAMESPACE, CLAIM_AND_STAY + FILL_REST)
        self.assertEqual([one.stdout.readline() for one in (dead, survivor)], ["1\n", "1\n"])
        dead.kill()
        dead.wait()
        output, _ = survivor.communicate("\n", timeout=LIMIT)
        self.assertEqual(output, "4\n")
        self.assert_published(truth(SHAPE))

    def test_evicting_from_inside_and_from_outside(self):
        fill = self.create()
        child = self.start_by(NAMESPACE, CLAIM_AND_STAY)
        child.stdout.readline()
        said = self.run_by(
            NAMESPACE,
            "try:\n    ndmap_fill.evict(sys.argv[1], 0, patience=LIMIT)\n"
            "except ndmap_fill.FillError as error:\n    say(error)",
        )
        self.assertRegex(
            said,
            f"^{self.path}: the participant in slot 0 .python, process {os.getpid()}. cannot be"
            " evicted: no process that holds its lock is to be seen here; it lives in another pid"
            " namespace, or is another user's, or /proc hides it",
        )
        fill.evict(1)
        child.wait(LIMIT)
        self.assertEqual(fill_all(fill), 4)

    def test_nobody_is_killed_by_numbers_of_another_proc(self):
        """In a namespace with the outer /proc the numbers there are somebody else's."""
        self.create()
        without_proc = [word for word in NAMESPACE if word != "--mount-proc"]
        said = self.run_by(
            without_proc,
            "try:\n    ndmap_fill.evict(sys.argv[1], 0, patience=LIMIT)\n"
            "except ndmap_fill.FillError as error:\n    say(error)\n"
            "say(ndmap_fill.status(sys.argv[1])['workers'][0]['stopped'])",
        )
        self.assertIn("no process that holds its lock is to be seen here", said)
        self.assertTrue(said.endswith("\nFalse\n"))


class AnotherUserTest(PlaceTest):
    EVICT = (
        "for slot in map(int, sys.argv[2:]):\n"
        "    try:\n        ndmap_fill.evict(sys.argv[1], slot, patience=LIMIT)\n"
        "    except ndmap_fill.FillError as error:\n        say(error)\n"
    )
    LOOK = """
about = ndmap_fill.status(sys.argv[1])
say([(worker["alive"], worker["stopped"]) for worker in about["workers"]])
with SharedFill.join(sys.argv[1], patience=LIMIT) as fill:
    say(f"joined slot {fill._seat.slot}")
"""

    def test_who_may_not_kill_hears_of_it_at_once(self):
        fill = self.create()
        self.for_another_user()
        said = self.run_by(ANOTHER_USER, self.EVICT, 0)
        self.assertIn("(python", said)
        self.assertIn("cannot be evicted: no process that holds its lock is to be seen here", said)
        self.assertEqual(fill_all(fill), 4)

    def test_who_may_look_but_not_kill_hears_of_it_at_once(self):
        fill = self.create()
        self.for_another_user()
        only_look = ["setpriv", "--bounding-set", "-kill", "--reuid", "65534", "--clear-groups"]
        only_look += ["--inh-caps", "+sys_ptrace,+dac_override,+dac_read_search"]
        only_look += ["--ambient-caps", "+sys_ptrace,+dac_override,+dac_read_search"]
        needs(self, "looking into the processes of others", [*only_look, "true"])
        said = self.run_by(only_look, self.EVICT, 0)
        self.assertRegex(
            said,
            rf"cannot be evicted: process {os.getpid()}, which holds its lock, may not be killed:"
            " Operation not permitted",
        )
        self.assertEqual(fill_all(fill), 4)

    def test_hidden_processes(self):
        wrapper = ["unshare", "--mount", "sh", "-c", HIDDEN, "sh", *ANOTHER_USER]
        fill = self.create()
        self.for_another_user()
        needs(self, "a /proc that hides processes", [*wrapper, "true"])
        said = self.run_by(wrapper, self.LOOK + self.EVICT, 0).splitlines()
        self.assertEqual(said[:2], ["[(True, False)]", "joined slot 1"])
        self.assertIn("no process that holds its lock is to be seen here", said[2])
        self.assertEqual(fill_all(fill), 4)

    def test_no_proc_at_all(self):
        wrapper = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
        needs(self, "hiding /proc", [*wrapper, "true"])
        fill = self.create()
        said = self.run_by(wrapper, self.LOOK + self.EVICT + FILL_REST, 0).splitlines()
        self.assertEqual(said[:2], ["[(True, False)]", "joined slot 1"])
        self.assertIn("no process that holds its lock is to be seen here", said[2])
        self.assertEqual(said[3:], ["4"])
        self.assertIsNone(fill.claim())
        self.assert_published(truth(SHAPE))

    def test_a_sticky_directory(self):
        protected = "/proc/sys/fs/protected_regular"
        with open(protected) as file:
            before = file.read().strip()
        if before == "0":
            try:
                with open(protected, "w") as file:
                    file.write("1")
            except OSError as error:
                self.skipTest(f"fs.protected_regular is off, and cannot be switched on: {error}")
            self.addCleanup(self.protect, protected, before)
        needs(self, "a directory of somebody else", ["chown", "65533", self.directory])
        fill = self.create()
        fill.claim().abandon("it has a file for this")
        self.for_another_user()
        os.chmod(self.directory, 0o1777)
        said = self.run_by(
            ANOTHER_USER,
            "with SharedFill.join(sys.argv[1], patience=LIMIT) as fill:\n"
            "    fill.claim().abandon('so it has')\n    say(fill._seat.slot)",
        )
        self.assertEqual(said, "1\n")
        self.assertEqual(
            [line["reason"] for line in fill.status()["reasons"]],
            ["it has a file for this", "so it has"],
        )
        self.assertEqual(fill_all(fill), 4)

    @staticmethod
    def protect(path, value):
        with open(path, "w") as file:
            file.write(value)


FILL_REST = """
with SharedFill.join(sys.argv[1], patience=LIMIT) as fill:
    fill_all(fill)
    say(fill.done)
"""


class HardLinkTest(PlaceTest):
    NO_LINKS = """
#include <errno.h>
int link(const char *a, const char *b) { errno = EPERM; return -1; }
int linkat(int a, const char *b, int c, const char *d, int e) { errno = EPERM; return -1; }
"""
    CREATE = """
try:
    SharedFill.create_or_join(sys.argv[1], "<i8", (8, 16), visible=len(sys.argv) > 2)
except ndmap_fill.FillError as error:
    say(error)
"""

    def test_creation_is_refused_and_leaves_nothing(self):
        compiler = shutil.which("cc")
        if compiler is None:
            self.skipTest("a library that refuses hard links needs cc, which is not here")
        with tempfile.TemporaryDirectory() as place:
            library = os.path.join(place, "nolinks.so")
            run = [compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", library]
            subprocess.run(run, input=self.NO_LINKS, text=True, check=True)
            for more in ((), ("visible",)):
                wrapper = ["env", f"LD_PRELOAD={library}"]
                self.assert_refused(self.run_by(wrapper, self.CREATE, *more))

    def assert_refused(self, said, kind=r"\w+"):
        self.assertRegex(
            said,
            f"^{self.path}: its file system, {kind}, makes no hard link .Operation not permitted.;"
            " a fill needs one, so that the array gets its name in one step: fill it on another"
            " file system, such as ext4, xfs, btrfs or tmpfs$",
        )
        self.assertEqual(self.files(), [])

    def test_vfat(self):
        image = os.path.join(self.directory, "image")
        with open(image, "wb") as file:
            file.truncate(4 << 20)
        needs(self, "a file system without hard links", ["mkfs.vfat", image])
        place = os.path.join(self.directory, "vfat")
        os.mkdir(place)
        needs(self, "mounting one", ["mount", "-o", "loop", image, place])
        self.addCleanup(subprocess.run, ["umount", place], check=True)
        self.directory, self.path = place, os.path.join(place, "x.npy")
        self.assert_refused(self.run_by([], self.CREATE), "vfat")


class RebootTest(PlaceTest):
    def begun_before(self, **more):
        """A fill with one chunk done and one claimed, of another start of the system."""
        fill = self.create(**more)
        with fill.claim() as claim:
            fill_claim(claim, SHAPE)
            claim.commit()
        fill.close()
        self.run_killed(
            "fill = SharedFill.join(sys.argv[1])\nkill_at('claim.stored')\nfill.claim()"
        )
        self.reboot()

    def reboot(self):
        with open(self.path + ".claims", "r+b") as file:
            file.seek(648)
            file.write(bytes(range(1, 9)))

    def assert_refused(self):
        for join in (lambda: SharedFill.join(self.path), self.create):
            with self.assertRaises(FillRebootError) as caught:
                join()
            self.assertEqual(
                str(caught.exception),
                f"{self.path}: the system was rebooted since this fill was created, and it is not"
                " durable: what its 1 chunks of 4 that are done hold may not have reached the disk;"
                " to fill all of them again, or to trust them, use 'ndmap_fill.py recover"
                f" {self.path}' with --refill or --trust, or abort the fill",
            )
        self.assertEqual(ndmap_fill.status(self.path)["done"], 1)

    def test_filling_all_again(self):
        self.begun_before()
        self.assert_refused()
        self.assertTrue(ndmap_fill.recover(self.path))
        words = np.fromfile(self.path + ".claims", "<u8", offset=69632)
        self.assertEqual(words.tolist(), [1, 1, 0, 0])
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill_all(fill), 4)
        self.assert_published(truth(SHAPE))

    def test_trusting_what_is_done(self):
        self.begun_before()
        self.assertTrue(ndmap_fill.recover(self.path, trust=True))
        words = np.fromfile(self.path + ".claims", "<u8", offset=69632)
        self.assertEqual(words.tolist(), [2 << 62 | 1, 1, 0, 0])
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill_all(fill), 3)
        self.assert_published(truth(SHAPE))

    def test_whoever_is_killed_recovering_has_not_recovered(self):
        self.begun_before()
        self.run_killed("kill_at('recover.words')\nndmap_fill.recover(sys.argv[1])")
        with self.assertRaises(FillRebootError):
            SharedFill.join(self.path)
        self.assertTrue(ndmap_fill.recover(self.path))
        self.assertFalse(ndmap_fill.recover(self.path))

    def test_a_durable_fill_goes_on(self):
        self.begun_before(durable=True)
        self.assertFalse(ndmap_fill.recover(self.path))
        with SharedFill.join(self.path) as fill:
            self.assertEqual(fill_all(fill), 3)
        self.assert_published(truth(SHAPE))

    def test_where_the_start_is_unknown_a_fill_goes_on(self):
        self.begun_before()
        with mock.patch.object(ndmap_fill, "_boot", lambda: bytes(8)):
            SharedFill.join(self.path).close()
        with open(self.path + ".claims", "r+b") as file:
            file.seek(648)
            file.write(bytes(8))
        SharedFill.join(self.path).close()

    def test_what_cannot_be_recovered(self):
        with self.assertRaisesRegex(FillError, "x.npy: it is not being filled, so there is nothing to"):
            ndmap_fill.recover(self.path)
        self.assertEqual(self.files(), [])
        fill = self.create()
        self.assertFalse(ndmap_fill.recover(self.path))
        self.reboot()
        with self.assertRaisesRegex(
            FillError, f"slot 0 .python, process {os.getpid()}. takes part in it"
        ):
            ndmap_fill.recover(self.path)
        with self.assertRaises(FillRebootError):
            SharedFill.join(self.path)
        self.assertEqual(fill_all(fill), 4)


if __name__ == "__main__":
    unittest.main()
