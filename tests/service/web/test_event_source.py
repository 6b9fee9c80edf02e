"""The browser's EventSource follows a game to its end and does not reconnect."""

from playwright.sync_api import Page

from tests.service.web.conftest import Service

OPENED = """(urls) => {
  window.opened = urls.map((url) => {
    const one = { opens: 0, ends: 0, events: [], source: new EventSource(url) };
    one.source.onopen = () => { one.opens += 1; };
    one.source.addEventListener("end", () => { one.ends += 1; });
    one.source.addEventListener("event", (event) => { one.events.push(Number(event.lastEventId)); });
    return one;
  });
}"""
AT_REST = """() => new Promise((done) => {
  const look = () => {
    if (window.opened.some(({ source }) => source.readyState !== EventSource.CLOSED)) setTimeout(look, 50);
    else done();
  };
  look();
})"""
"""An EventSource in state CLOSED does not reconnect."""


def test_event_source_stops_at_the_end_of_a_game(page: Page, service: Service) -> None:
    game = service.new_game({"kind": "human"}, {"kind": "human"}, {"kind": "human"})
    service.request(f"/v1/games/{game['game']}/void", {"reason": "enough"}, game["organiser_token"])
    last = service.request(f"/v1/games/{game['game']}")["version"]
    paths = ["?after=0", f"?after={last - 2}", f"?after={last}", "", "?as=omniscient&with=table"]
    page.goto("/rules/classic")
    page.evaluate(OPENED, [f"/v1/games/{game['game']}/stream{path}" for path in paths])
    page.evaluate(AT_REST)
    found = page.evaluate("window.opened.map(({ opens, ends, events }) => [opens, ends, events])")
    assert [one[:2] for one in found] == [[1, 1]] * len(paths)
    assert [one[2] for one in found] == [[*range(1, last + 1)], [last - 1, last], [], [], []]
