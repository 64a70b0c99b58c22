"""Adds archives to pywb, a collection for each, and writes what it serves of some URLs out of each to answers.json.

Arguments: the directory of the collections, a JSON list of archives, a JSON list of URLs."""
from gevent.monkey import patch_all

patch_all()
import json
import os
import sys

from pywb.apps.frontendapp import FrontEndApp
from pywb.manager.manager import main
from werkzeug.test import Client

os.chdir(sys.argv[1])
archives, urls = json.loads(sys.argv[2]), json.loads(sys.argv[3])
for number, archive in enumerate(archives):
    main(["init", f"c{number}"])
    main(["add", *(["--unpack-wacz"] if archive.endswith(".wacz") else []), f"c{number}", archive])
client = Client(FrontEndApp())
answers = []
for number, archive in enumerate(archives):
    for url in urls:
        answer = client.get(f"/c{number}/id_/{url}")
        answers.append({
            "archive": archive,
            "url": url,
            "status": answer.status_code,
            "type": answer.headers.get("content-type"),
            "location": answer.headers.get("location"),
            "body": answer.get_data(as_text=True),
        })
with open("answers.json", "w") as file:
    json.dump(answers, file)
os._exit(0)
