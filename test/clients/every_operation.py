"""Calls every operation of the Python client with its defaults, and prints what the calls returned."""

import json
import os
import time

import httpx
import lectern_client
from lectern_client import CLEAR, Client, SponsorUpdate, TalkPerson, TalkUpdate, UserUpdate

transport = httpx.HTTPTransport(verify=os.environ["SSL_CERT_FILE"])
client = Client(
    os.environ["LECTERN_URL"],
    auth={"bearer": os.environ["LECTERN_KEY"]},
    http_client=httpx.Client(transport=transport),
)
person = {"email": "noor@example.org", "firstName": "Noor", "lastName": "Solberg"}
talk = {"title": "T", "description": "D", "start": "2027-05-20T09:30:00+02:00", "speakers": [person]}
sponsor = {"name": "S", "logo": "https://static.example.org/s.svg", "level": 1}
user = {"email": "uma@example.org", "type": "Attendee", "firstName": "Uma", "lastName": "Berg"}
called = {}


def result(operation, *arguments, **options):
    value = getattr(client, operation)(*arguments, **options)
    called[operation] = type(value).__name__
    return value


talk_id = result("create_talk", talk).id
result("update_talk", talk_id, TalkUpdate(track="Python", image="https://static.example.org/a.png"))
result("update_talk", talk_id, TalkUpdate(track=CLEAR))
cleared = result("read_talk", talk_id)
for _ in range(2):
    result("create_talk", {**talk, "title": "Other"})
result("list_talks", limit=1)
result("list_upcoming_talks")
result("list_upcoming_talks_too")
# Talks that were created at the same time have no fixed order.
paged = sorted(item.title for item in client.all_talks(limit=1))
drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
sponsor["logo"] = result("upload_file", drawing).path
sponsor_id = result("create_sponsor", sponsor).id
result("update_sponsor", sponsor_id, SponsorUpdate(level=2))
result("read_sponsor", sponsor_id)
result("list_sponsors")
user_id = result("create_user", user).id
result("update_user", user_id, UserUpdate(city="Lyon"))
result("read_user", "uma@example.org")
result("list_users")
result("create_owner", {"email": "olu@example.org", "firstName": "Olu", "lastName": "Berg"})
result("execute_batch", {"operations": [{"method": "PUT", "path": f"/talks/{talk_id}", "body": {"keynote": True}}]})
result("put_programme", {"source": "python", "people": [{**person, "externalId": "p", "email": "ida@example.org"}]})
webhook_id = result("create_webhook", {"url": "https://crm.example.org/hook"}).id
result("update_webhook", webhook_id, {"types": ["talk.*"]})
result("read_webhook", webhook_id)
result("list_webhooks")
result("rotate_webhook_secret", webhook_id)
result("rotate_webhook_secret", webhook_id, {"graceMinutes": 5})
result("test_webhook", webhook_id)
until = time.monotonic() + 20
while not (deliveries := result("list_webhook_deliveries", webhook_id).items) and time.monotonic() < until:
    time.sleep(0.05)
result("read_webhook_delivery", webhook_id, deliveries[0].id)
result("redeliver_webhook", webhook_id, {"deliveryId": deliveries[0].id})
result("list_events", limit=2)
events = [event.type_ for event in client.all_events(limit=3)]
result("update_talk_live", talk_id, {"slowSeconds": 10})
stream = client.stream_live(talks=talk_id)
# The first frame only says when to connect again.
first = next(event for event in stream if event.event)
called["stream_live"] = type(first).__name__
message_id = result("create_message", talk_id, {"label": "Bridge", "text": "Hello"}).id
change = next(event for event in stream if event.event == "change")
[message] = change.data["items"]
stream.close()
result("list_messages", talk_id)
result("read_message", talk_id, message_id)
result("delete_message", talk_id, message_id)
result("read_talk_live", talk_id)
question_id = result("create_question", talk_id, {"label": "Room 2", "text": "Why?"}).id
other_id = result("create_question", talk_id, {"label": "Room 2", "text": "Why not?"}).id
result("list_questions", talk_id)
result("read_question", talk_id, question_id)
result("update_question", talk_id, question_id, {"answer": "Because."})
result("merge_questions", talk_id, question_id, {"questions": [other_id]})
result("delete_question", talk_id, question_id)
survey_id = result("create_survey", {"title": "V", "questions": [{"kind": "text", "text": "Why?"}]}).id
result("list_surveys")
result("update_survey", survey_id, {"title": "W"})
result("read_survey", survey_id)
result("open_survey", survey_id)
result("close_survey", survey_id)
result("read_survey_results", survey_id)
result("list_survey_responses", survey_id)
result("delete_survey", survey_id)
result("add_favorite", user_id, talk_id)
result("read_favorite", user_id, talk_id)
result("list_favorites", user_id)
result("count_favorites", talk_id)
result("remove_favorite", user_id, talk_id)
result("change_credits", user_id, {"kind": "grant", "amount": 5})
result("list_credits", user_id)
result("grant_points", user_id, {"points": 10, "reason": "Visited booth 12"})
result("list_points", user_id)
result("read_leaderboard")
result("list_talk_attendance", talk_id)
result("list_attendance")
result("delete_webhook", webhook_id)
result("delete_user", user_id)
result("delete_sponsor", sponsor_id)
result("delete_talk", talk_id)
print(
    json.dumps(
        {
            "missing": sorted(set(lectern_client._OPERATIONS) - set(called)),
            "untyped": sorted(name for name, kind in called.items() if kind in ("dict", "NoneType", "list")),
            "cleared": [cleared.track, cleared.image],
            "paged": paged,
            "events": [events[0], len(events) > 3],
            "stream": [first.event, change.event, message["kind"], message["value"]["text"]],
        }
    )
)
