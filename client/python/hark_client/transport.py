"""Sends requests to Hark. The operations are in api.py, which is generated."""

import http.client
import json
import urllib.parse
from typing import Any, Callable, Dict, Iterator, Mapping, Optional


class HarkError(Exception):
    """An error response of the server. If no response arrives, the call raises OSError
    or http.client.HTTPException instead."""

    def __init__(
        self,
        message: str,
        status: int,
        code: Optional[str],
        field: Optional[str],
        request_id: Optional[str],
        retry_after: Optional[str],
    ) -> None:
        super().__init__(message)
        #: The HTTP status.
        self.status = status
        #: What went wrong, such as "duplicate". None for 5xx and redirects.
        self.code = code
        #: The field, body key or query parameter that the message is about, or None.
        self.field = field
        #: Your administrator can use it to find the cause in the log.
        self.request_id = request_id
        #: The header Retry-After, in seconds, after 429 and 503.
        self.retry_after = retry_after


class Transport:
    """Sends requests as one user, each with a timeout."""

    _user_agent: str

    def __init__(
        self,
        base_url: str,
        *,
        token: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
    ) -> None:
        """
        base_url: scheme, host and port of the workspace, such as https://crm.example.com
        token: the token of an API client or of an OAuth app
        api_key: the API key of a user, instead of a token
        timeout: seconds that each call waits for the server
        """
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or f"{url.scheme}://{url.netloc}" != base_url.rstrip("/"):
            raise ValueError("base_url must be like https://crm.example.com, without a path")
        if (token is None) == (api_key is None):
            raise ValueError("either token or api_key is required")
        self._host = url.netloc
        self._connect = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self._credential = {"apikey": api_key} if token is None else {"Authorization": f"Bearer {token}"}
        self._timeout = timeout

    def walk(self, list_page: Callable[..., Any], *args: Any, **params: Any) -> Iterator[Any]:
        """
        Yields the records of all pages of a list, by cursor:
        for lead in hark.walk(hark.get_leads, limit=100)
        """
        after: Optional[str] = ""
        while after is not None:
            page = list_page(*args, **params, after=after)
            yield from next(value for value in page.values() if isinstance(value, list))
            after = page["next"]

    def _call(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        url = path + (f"?{urllib.parse.urlencode(sent)}" if sent else "")
        headers: Dict[str, Any] = {"Accept": "application/json", "User-Agent": self._user_agent, **self._credential}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        # urllib.request changes the case of header names, but the server expects `apikey` in lower case.
        connection = self._connect(self._host, timeout=self._timeout)
        try:
            connection.request(method, url, data, headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            raise _read_error(response, text)
        return json.loads(text) if text else None


def _quote(value: Any) -> str:
    return urllib.parse.quote(str(value), safe="")


def _read_error(response: http.client.HTTPResponse, text: bytes) -> HarkError:
    code, _, field = (response.getheader("Hark-Error") or "").partition("; field=")
    return HarkError(
        _message(response.status, text),
        response.status,
        code or None,
        field or None,
        response.getheader("X-Request-Id"),
        response.getheader("Retry-After"),
    )


def _message(status: int, text: bytes) -> str:
    # The client follows no redirects, because the credential must not reach another server.
    if status < 400:
        return "The server redirects the request. Set base_url to the final URL."
    try:
        body = json.loads(text)
        said = body["error"]
        return str(said["message"] if isinstance(said, dict) else body["error_description"])
    except (ValueError, KeyError, TypeError):
        return f"The server returned {status} without a reason."
