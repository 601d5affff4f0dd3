"""Runs the lesson's programs in the frameworks they are written for, each in an environment of its own."""

import os
import subprocess

from publish.environment import ROOT, development_packages, provide

PACKAGES = {"jax": "jax==0.10.2", "pytorch": "torch==2.14.1"}
_ALSO = ("numpy", "pytest", "hypothesis")


def run_programs(framework: str) -> int:
    """Installs the framework (JAX some 400 MB, PyTorch several GB) and runs its tests; their exit code.

    Raises Failure when it cannot be installed.
    """
    also = [package for package in development_packages() if package.split("==")[0] in _ALSO]
    python = provide(framework, [PACKAGES[framework], *also], ROOT / ".cache" / framework)
    surroundings = os.environ | {"JAX_PLATFORMS": "cpu"}
    command = [str(python), "-m", "pytest", f"tests/frameworks/test_{framework}.py"]
    return subprocess.run(command, cwd=ROOT, env=surroundings, check=False).returncode
