"""A small storm; larger ones are started by hand."""

import json
import os
import subprocess
import sys
import unittest

from support import LIMIT

STORM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "storm.py")


class StormTest(unittest.TestCase):
    def test_a_small_storm(self):
        run = subprocess.run(
            [sys.executable, STORM, "--kills", "10", "--stops", "5", "--chunks", "100"],
            stdout=subprocess.PIPE,
            text=True,
            timeout=LIMIT,
        )
        result = json.loads(run.stdout)
        self.assertEqual(run.returncode, 0, result)
        self.assertEqual((result["torn"], result["lost"], result["published"]), (0, 0, 1))


if __name__ == "__main__":
    unittest.main()
