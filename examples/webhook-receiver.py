"""Keeps what a webhook of Winnow tells (docs/webhooks.md). SECRET=whsec_… python3 webhook-receiver.py STATE.db PORT"""
import base64, hashlib, hmac, json, os, sqlite3, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
state, alone = sqlite3.connect(sys.argv[1], check_same_thread=False), threading.Lock()
state.execute("CREATE TABLE IF NOT EXISTS record (md5 TEXT PRIMARY KEY, data TEXT)")
state.execute("CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY)")


def is_signed(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    mac = hmac.new(KEY, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(mac).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(204 if self.take(body) else 401)
        self.send_header("content-length", "0")
        self.end_headers()

    def take(self, body):
        if not is_signed(self.headers, body):
            return False
        with alone, state:
            if state.execute("INSERT OR IGNORE INTO seen VALUES (?)", [self.headers["webhook-id"]]).rowcount:
                message = json.loads(body)
                data = message["data"]
                state.execute("DELETE FROM record WHERE md5 = ?", [data["md5"]])
                if message["type"] != "record.deleted":
                    state.execute("INSERT INTO record VALUES (?, ?)", [data["md5"], json.dumps(data)])
        return True


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Receiver).serve_forever()
