"""Runs the Python client against a server and prints the results."""

import json
import os

import httpx
from lectern_client import ApiError, Client, DryRun, Talk, TalkPerson, TalkUpdate, UserUpdate


class InterceptingTransport(httpx.HTTPTransport):
    """Records the idempotency keys of writes. On request, drops a response or replaces it."""

    def __init__(self):
        super().__init__(verify=os.environ["SSL_CERT_FILE"])
        self.keys = []
        self.next = None

    def handle_request(self, request):
        if request.method != "GET":
            self.keys.append(request.headers.get("idempotency-key"))
        action, self.next = self.next, None
        if isinstance(action, httpx.Response):
            return action
        response = super().handle_request(request)
        if action == "lose":
            response.read()
            raise httpx.ReadError("lost")
        return response


transport = InterceptingTransport()
client = Client(
    os.environ["LECTERN_URL"],
    auth={"bearer": os.environ["LECTERN_KEY"]},
    retry={"retries": 2, "retry_delay": 0.01},
    http_client=httpx.Client(transport=transport),
)
talk = TalkUpdate(
    title="Tests that people trust",
    description="Why green means go.",
    start="2027-05-20T09:30:00+02:00",
    track="Python",
    speakers=[TalkPerson(email="noor@example.org", first_name="Noor", last_name="Solberg")],
)


wrong = {"title": "", "track": 1, "duration": "long", "start": "now"}


def refusal(call):
    try:
        call()
    except ApiError as error:
        return [error.status, error.body["code"], str(error)]


planned = client.update_talk("ext:python", talk, dry_run=True)
transport.keys.clear()
transport.next = "lose"
saved = client.update_talk("ext:python", talk)
repeated = list(transport.keys)
read = client.read_talk(saved.id)
page = client.list_talks(track="Python")
client.update_talk(saved.id, {"track": None}, idempotency_key="mine")
transport.next = httpx.Response(
    409, headers={"retry-after": "0"}, json={"code": "idempotency_key_in_use", "message": "Later."}
)
account = client.update_user(
    "ext:python", UserUpdate(email="uma@example.org", first_name="Uma", last_name="Berg", type_="Attendee")
)
client.delete_user(account.id)
print(
    json.dumps(
        {
            "dryRun": [
                isinstance(planned, DryRun),
                planned.status,
                [new.email for new in planned.accounts],
                [change.after for change in planned.changes if change.pointer == "/track"],
            ],
            "id": saved.id,
            "title": read.title,
            "speakers": [[person.email, person.password is not None] for person in saved.speakers],
            "listed": [[item.title, isinstance(item, Talk)] for item in page.items],
            "cleared": client.read_talk(saved.id).track,
            "hasPassword": len(account.password) > 0,
            "repeated": [len(repeated), len(set(repeated))],
            "keys": [None in transport.keys, len(set(transport.keys)), transport.keys[2]],
            "missing": refusal(lambda: client.read_talk("ext:nothing")),
            "wrong": refusal(lambda: client.update_talk(saved.id, wrong)),
        }
    )
)
