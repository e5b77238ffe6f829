"""A client for Hark's REST API."""

from .api import Hark
from .transport import HarkError

__all__ = ["Hark", "HarkError"]
