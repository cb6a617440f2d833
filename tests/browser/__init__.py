"""Tests in a real browser. A package, so that browser and server end when its last test has run."""
