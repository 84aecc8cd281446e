"""The module, installed from the checkout by pip and used from elsewhere."""

import os
import subprocess
import sys
import tempfile
import unittest

from support import LIMIT, PYTHON


class InstallTest(unittest.TestCase):
    def run_in(self, directory, *command):
        """Runs a command that finds what is installed there, and nothing of the checkout."""
        return subprocess.run(
            command,
            cwd=directory,
            env={**os.environ, "PYTHONPATH": directory, "PIP_RETRIES": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
        )

    def test_installed_module_and_command(self):
        with tempfile.TemporaryDirectory() as directory:
            before = sorted(os.listdir(PYTHON))
            pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", directory]
            installed = self.run_in(directory, *pip, PYTHON)
            for lacking in ("No module named pip", "No matching distribution found for hatchling"):
                if lacking in installed.stdout:
                    self.skipTest(f"cannot be installed here: {lacking}")
            self.assertEqual(installed.returncode, 0, installed.stdout)
            self.assertEqual(sorted(os.listdir(PYTHON)), before, "something is left behind")

            where = self.run_in(
                directory, sys.executable, "-c", "import ndmap_fill; print(ndmap_fill.__file__)"
            )
            self.assertEqual(where.stdout, os.path.join(directory, "ndmap_fill.py") + "\n")
            command = os.path.join(directory, "bin", "ndmap-fill")
            made = self.run_in(directory, command, "init", "x.npy", "--dtype", "<f8", "--shape", "3")
            self.assertIn("x.npy: filling, 1 chunks of shape (3,), 0 done", made.stdout)
            self.assertEqual(made.returncode, 0)
            appended = os.path.join(directory, "bin", "ndmap-append")
            grown = self.run_in(directory, appended, "append", "x.npy", "x.npy")
            self.assertIn("ndmap-append: [Errno 2] No such file", grown.stdout)
            usage = self.run_in(directory, command, "init")
            self.assertIn("usage: ndmap-fill init", usage.stdout)
            self.assertEqual(usage.returncode, 2)


if __name__ == "__main__":
    unittest.main()
