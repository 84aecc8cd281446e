"""The wheel: built without a network, installed into an environment of its own, and tested there."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import LIMIT, PYTHON


def builder():
    """A Python that has what builds the wheel, or None."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3")):
        needed = [python, "-c", "import hatchling.build, pip"]
        if os.path.exists(python) and subprocess.run(needed, capture_output=True).returncode == 0:
            return python
    return None


class WheelTest(unittest.TestCase):
    def run_in(self, directory, *command):
        done = subprocess.run(
            command,
            cwd=directory,
            env={**os.environ, "PYTHONPATH": "", "PIP_NO_INDEX": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_wheel(self):
        python = builder()
        if python is None:
            self.skipTest("no Python here has hatchling and pip (Debian: python3-hatchling, python3-pip)")
        with tempfile.TemporaryDirectory() as directory:
            pip = [python, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-w", directory]
            self.run_in(directory, *pip, PYTHON)
            (wheel,) = glob.glob(os.path.join(directory, "ndmap_fill-*-py3-none-any.whl"))
            with zipfile.ZipFile(wheel) as archive:
                modules = [name for name in archive.namelist() if ".dist-info/" not in name]
            self.assertEqual(sorted(modules), ["ndmap_append.py", "ndmap_fill.py"])

            place = os.path.join(directory, "venv")
            self.run_in(directory, sys.executable, "-m", "venv", "--system-site-packages", place)
            inside = os.path.join(place, "bin", "python")
            self.run_in(directory, inside, "-m", "pip", "install", "--no-deps", wheel)
            (site,) = glob.glob(os.path.join(place, "lib", "python3*", "site-packages"))
            # They test the modules of the directory that theirs is in.
            shutil.copytree(os.path.join(PYTHON, "tests"), os.path.join(site, "tests"))
            tests = os.path.join(site, "tests")
            said = self.run_in(tests, inside, "-m", "unittest", "test_ledger", "test_command")
            self.assertRegex(said, r"Ran [1-9][0-9]* tests")
            self.assertIn("\nOK", said)
            # Once again by the name alone, as a program imports it.
            where = self.run_in(directory, inside, "-c", "import ndmap_fill; print(ndmap_fill.__file__)")
            self.assertEqual(where.strip(), os.path.join(site, "ndmap_fill.py"))


if __name__ == "__main__":
    unittest.main()
