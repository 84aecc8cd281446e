"""The command line: python3 ndmap_fill.py init, work, status."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np
from support import LIMIT, MODULE, FillTest, truth

import ndmap_fill


class CommandTest(FillTest):
    def command(self, *arguments, code=0):
        """Runs the command; returns what it has printed, errors too."""
        run = subprocess.run(
            [sys.executable, MODULE, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
        )
        self.assertEqual(run.returncode, code, run.stdout)
        return run.stdout

    def test_an_array_from_begin_to_end(self):
        output = self.command(
            "init",
            self.path,
            "--dtype",
            "<f4",
            "--shape",
            "16,100",
            "--chunks",
            "4,100",
            "--order",
            "F",
        )
        self.assertEqual(output, f"{self.path}: filling, 4 chunks of shape (4, 100), 0 done\n")
        output = self.command(
            "work", self.path, "--with", "index", "--max-chunks", 1, "--throttle", 1
        )
        self.assertEqual(output, f"{self.path}: 1 chunks filled here, 1 of 4 done\n")
        about = json.loads(self.command("status", self.path, "--json"))
        self.assertEqual(
            about,
            {
                "file": self.path,
                "state": "filling",
                "chunks": 4,
                "done": 1,
                "claimed": 0,
                "dead": 0,
                "poisoned": 0,
                "missing_bytes": 0,
                "workers": [],
                "rate_per_s": None,
                "eta_s": None,
            },
        )
        output = self.command("work", self.path, "--with", "index", "--max-chunks", 3)
        self.assertEqual(output, f"{self.path}: 3 chunks filled here, 4 of 4 done\n")
        self.assert_published(truth((16, 100), "<f4"))
        self.assertEqual(self.command("status", self.path), f"{self.path}: published\n")
        self.assertEqual(
            self.command("work", self.path, "--with", "const:7"),
            f"{self.path}: 0 chunks filled here, 1 of 1 done\n",
        )

    def test_constants(self):
        for dtype, text, value in (
            ("<f8", "2.5", 2.5),
            ("<i4", "-3", -3),
            ("<f4", "inf", np.inf),
            ("S3", "'ab'", b"ab"),
            ("U3", "cd", "cd"),
            ("?", "True", True),
            ("[('a', '<i4'), ('b', '<f8')]", "(1, 2.5)", (1, 2.5)),
        ):
            with self.subTest(dtype):
                self.command("init", self.path, "--dtype", dtype, "--shape", "3")
                self.command("work", self.path, "--with", f"const:{text}")
                self.assertEqual([item.item() for item in np.load(self.path)], [value] * 3)
                os.unlink(self.path)

    def test_no_axes(self):
        self.command("init", self.path, "--dtype", "<i8", "--shape", "", "--durable", "--visible")
        self.command("work", self.path, "--with", "index")
        self.assert_published(truth(()))

    def test_status_for_people(self):
        fill = self.create(max_failures=1)
        fill.claim().abandon("no input")
        claim = fill.claim()
        lines = self.command("status", self.path).splitlines()
        self.assertEqual(lines[0], f"{self.path}: filling")
        self.assertEqual(lines[1], "4 chunks: 0 done, 1 claimed, 0 dead, 1 poisoned")
        self.assertEqual(lines[2], f"slot 0: python {os.getpid()}, alive, 0 committed")
        self.assertEqual(lines[3], "chunk 0 was abandoned by slot 0: no input")
        claim.commit()
        worker = json.loads(self.command("status", self.path, "--json"))["workers"][0]
        self.assertEqual(
            (worker["pid"], worker["kind"], worker["committed"]), (os.getpid(), "python", 1)
        )

    def test_status_of_what_was_truncated(self):
        fill = self.create()

        def missing():
            return json.loads(self.command("status", self.path, "--json"))["missing_bytes"]

        self.assertEqual(missing(), 0)
        size = os.stat(self.path + ".filling").st_size
        os.truncate(self.path + ".filling", size - 9)
        self.assertEqual(missing(), 9)
        self.assertEqual(
            self.command("status", self.path).splitlines()[0],
            f"{self.path}: filling, but its data end early: 9 bytes missing, so it cannot be"
            " completed",
        )
        os.truncate(self.path + ".filling", size)
        fill.close()
        os.unlink(self.path + ".filling")
        self.assertEqual(missing(), 0)

    def test_status_for_who_may_only_read(self):
        fill = self.create()
        claim = fill.claim()
        command = [sys.executable, MODULE, "status", self.path, "--json"]
        if os.geteuid() == 0:
            wrapper = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
            if shutil.which("setpriv") is None:
                self.skipTest("root needs setpriv to give up that permissions do not hold for it")
            command = wrapper + command
        for name in self.files():
            os.chmod(os.path.join(self.directory, name), 0o444)
        os.chmod(self.directory, 0o555)
        self.addCleanup(os.chmod, self.directory, 0o777)
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LIMIT, check=True)
        about = json.loads(run.stdout)
        self.assertEqual((about["claimed"], about["dead"]), (1, 0))
        self.assertTrue(about["workers"][0]["alive"])
        claim.release()

    def test_nothing_drives_the_terminal(self):
        """Names, reasons and wrong arguments are escaped, as repr does; JSON stays JSON."""
        name = "a\x1b[2J\u202eb\nc\udcff.npy"
        shown = r"a\x1b[2J\u202eb\nc\udcff.npy"
        path = os.path.join(self.directory, name)
        said = self.command("status", path, code=1)
        self.assertEqual(
            said,
            f"ndmap_fill: {self.directory}/{shown}: neither an array nor a fill of that name\n",
        )
        said = self.command("init", path, "--dtype", "<i8", "--shape", "8", "--chunks", "4")
        self.assertEqual(
            said, f"{self.directory}/{shown}: filling, 2 chunks of shape (4,), 0 done\n"
        )
        with ndmap_fill.SharedFill.join(path) as fill:
            self.assertEqual(
                repr(fill),
                f"<SharedFill of {self.directory}/{shown}, filling, 0 of 2 chunks done>",
            )
            claim = fill.claim()
            self.assertEqual(
                repr(claim), f"<Claim of chunk 0 of {self.directory}/{shown}, open>"
            )
            claim.abandon("\x9b31m\u2066\udc80 \x07²")
        lines = self.command("status", path).split("\n")
        self.assertEqual(lines[0], f"{self.directory}/{shown}: filling")
        self.assertEqual(
            lines[2], r"chunk 0 was abandoned by slot 0: \x9b31m\u2066\udc80 \x07²"
        )
        self.assertEqual(json.loads(self.command("status", path, "--json"))["file"], path)
        said = self.command("recover", path, "--trust")
        self.assertEqual(
            said, f"{self.directory}/{shown}: there is nothing to recover; the fill continues\n"
        )
        said = self.command("work", path, "\x1b]0;title\x07", code=2)
        self.assertTrue(said.endswith(r"unrecognized arguments: \x1b]0;title\x07" + "\n"), said)
        said = self.command("work", path)
        self.assertEqual(said, f"{self.directory}/{shown}: 2 chunks filled here, 2 of 2 done\n")

    def test_output_that_is_not_unicode(self):
        self.path = os.path.join(self.directory, "ä.npy")
        self.create()
        with mock.patch.dict(os.environ, {"PYTHONIOENCODING": "ascii"}):
            self.assertIn(r"/\xe4.npy: filling", self.command("status", self.path))

    def test_recover(self):
        self.create().close()
        for option, said in (
            ("--trust", "continues with the chunks that are done"),
            ("--refill", "all chunks are free again"),
        ):
            with open(self.path + ".claims", "r+b") as file:
                file.seek(69632)
                file.write((2 << 62 | 1).to_bytes(8, "little"))
                file.seek(648)
                file.write(b"another!")
            output = self.command("work", self.path, code=1)
            self.assertIn("x.npy: the system was rebooted since this fill was created", output)
            output = self.command("recover", self.path, code=2)
            self.assertIn("one of the arguments --refill --trust is required", output)
            output = self.command("recover", self.path, option)
            self.assertEqual(output, f"{self.path}: {said}\n")
        output = self.command("work", self.path)
        self.assertEqual(output, f"{self.path}: 4 chunks filled here, 4 of 4 done\n")
        self.assert_published(truth((8, 16)))

    def test_errors(self):
        output = self.command("status", self.path, code=1)
        self.assertEqual(
            output, f"ndmap_fill: {self.path}: neither an array nor a fill of that name\n"
        )
        output = self.command("work", self.path, "--with", "index", "--patience", 0.01, code=1)
        self.assertEqual(
            output, f"ndmap_fill: {self.path}: no fill was created within 0.01 s\n"
        )
        self.assertIn(
            "'nothing' is neither", self.command("work", self.path, "--with", "nothing", code=2)
        )
        self.assertIn(
            "'x9' is not a dtype",
            self.command("init", self.path, "--dtype", "x9", "--shape", "3", code=2),
        )
        output = self.command("init", self.path, "--dtype", "O", "--shape", "3", code=1)
        self.assertEqual(output, "ndmap_fill: arrays of objects cannot be mapped: object\n")
        nowhere = os.path.join(self.directory, "no", "x.npy")
        output = self.command("init", nowhere, "--dtype", "<f4", "--shape", "3", code=1)
        self.assertEqual(
            output, f"ndmap_fill: [Errno 2] No such file or directory: {nowhere!r}\n"
        )
        for option in ("--shape", "--chunks"):
            output = self.command(
                "init", self.path, "--dtype", "<f4", "--shape", "3", option, "3,x", code=2
            )
            self.assertIn(
                f"argument {option}: '3,x' is not a list of integers, such as 16,8192", output
            )
        self.create().close()
        output = self.command("work", self.path, "--with", "const:abc", code=1)
        self.assertTrue(
            output.startswith(f"ndmap_fill: {self.path}: --with const:abc: no value of "), output
        )
        output = self.command("init", self.path, "--dtype", "<f4", "--shape", "8,16", code=1)
        self.assertIn("expected float32, (8, 16) and C", output)
        self.assertEqual(ndmap_fill.status(self.path)["done"], 0)


if __name__ == "__main__":
    unittest.main()
