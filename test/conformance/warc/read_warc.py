"""Reads an archive with warcio and prints what it found as JSON: every record of every file, and every page of index.cdxj."""
import hashlib
import json
import sys
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator

directory = Path(sys.argv[1])
records = []
for path in sorted(directory.glob("*.warc.gz")):
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests=True):
            record.content_stream().read()
            checker = record.digest_checker
            records.append({
                "type": record.rec_type,
                "url": record.rec_headers.get_header("WARC-Target-URI"),
                "refersTo": record.rec_headers.get_header("WARC-Refers-To-Target-URI"),
                "passed": checker.passed if checker else None,
                "problems": checker.problems if checker else [],
            })
pages = []
for line in (directory / "index.cdxj").read_text().splitlines():
    key, time, fields = line.split(" ", 2)
    fields = json.loads(fields)
    with (directory / fields["filename"]).open("rb") as file:
        file.seek(int(fields["offset"]))
        record = next(iter(ArchiveIterator(file, check_digests=True)))
        body = record.content_stream().read()
        pages.append({
            "key": key,
            "time": time,
            "url": record.rec_headers.get_header("WARC-Target-URI"),
            "mime": fields["mime"],
            "status": record.http_headers.get_statuscode(),
            "headers": record.http_headers.headers,
            "body": hashlib.sha256(body).hexdigest(),
        })
json.dump({"records": records, "pages": pages}, sys.stdout)
