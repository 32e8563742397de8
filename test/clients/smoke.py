"""Saves, reads and lists a talk with the Python client, and prints what it was answered."""

import json
import os

import httpx
from lectern_client import ApiError, Client, TalkPerson, TalkUpdate

client = Client(
    os.environ["LECTERN_URL"],
    auth={"bearer": os.environ["LECTERN_KEY"]},
    http_client=httpx.Client(verify=os.environ["SSL_CERT_FILE"]),
)
talk = TalkUpdate(
    title="Tests that people trust",
    description="Why green means go.",
    start="2027-05-20T09:30:00+02:00",
    track="Python",
    speakers=[TalkPerson(email="mira@example.org", first_name="Mira", last_name="Solberg")],
)
saved = client.update_talk("ext:python", talk)
read = client.read_talk(saved.id)
try:
    client.read_talk("ext:nothing")
except ApiError as error:
    missing = [error.status, error.body["code"]]
print(
    json.dumps(
        {
            "id": saved.id,
            "title": read.title,
            "speakers": [person.email for person in saved.speakers],
            "listed": [item["title"] for item in client.list_talks(track="Python")["items"]],
            "missing": missing,
        }
    )
)
