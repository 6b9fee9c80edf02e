# The words of the pages, in Fluent (projectfluent.org). The other languages have the same keys with the same arguments.
#
# A key is `section-what`. A page shows any section: `{{ _("lobby-title") }}` in a template. Its scripts have the sections
# that the template lends them, `{% block words %}{{ words_of("replay", "play") }}{% endblock %}`, and say
# `say("replay-turn", { n: 7 })` from js/i18n.js. New words: put the key into all three files, in its section; tests find
# a key that is missing, unused, or has other arguments. terms.toml has the words for things, `python -m tests.translations`
# the translations whose English has changed.
#
# We use of Fluent: `{ $name }`; `{ $count -> [one] ... *[other] ... }`, each variant on a line of its own; attributes
# (`    .title = `) for what belongs to a message. Numbers are grouped (1,234); what is not to be goes as text. No HTML:
# a template gives markup as an argument, `_("fork-of", game=link)`.

## base: what every page has around it

base-skip = Skip to the page
base-site = Site
base-games = Games
base-tournaments = Tournaments
base-statistics = Statistics
base-rules = Rules
base-arbiter = Arbiter
base-api = API
base-language = Language
base-foot = Haricot plays the Bohnanza family by rules that you can cite. It is not affiliated with the publishers of the games.
base-codes = Error codes

## error: pages for what is not there or cannot be done

error-absent = Nothing grows here
    .says = There is no page at this address. It may be misspelt, or what was here has gone.
    .next = To the games
error-many = One bean at a time
    .says = These are more requests than one browser, or one network, may make. Nothing is lost.
    .next = To the games
error-many-again = This page loads by itself. Seconds left:
error-refused = That cannot be done here
    .says = The request does not fit this address.
    .next = To the games
error-broken = Something broke on our side
    .says = It was not your doing, and no game was changed. Try again in a moment.
    .next = To the games

## table: the table as replay, play and arbiter draw it

table-face-down = face down
table-known = known to be { $bean }
table-none = none
table-nothing = nothing
table-won = Won by { $names }
table-over = Game over
table-seating = Players take their seats
table-turn = Turn { $turn } · { $name } · { $phase }
table-seat = Seat { $seat }, { $name }
table-seat-number = Seat { $seat }
table-active = to move
table-you = you
table-eyes = seen from here
table-winner = winner
table-set-aside = Set aside
table-hand = Hand
table-coins = { $count ->
        [one] 1 coin
       *[other] { $count } coins
    }
table-holding = { $count ->
        [one] 1 land
       *[other] { $count } lands
    }, { $points ->
        [one] 1 point
       *[other] { $points } points
    }
table-front = front
table-field = Field { $field }
table-field-empty = empty
table-pays = { $coins ->
        [one] 1 coin now
       *[other] { $coins } coins now
    }
table-pays-next = { $coins } at { $cards } cards
table-middle = Middle of the table
table-draw-pile = Draw pile
table-discards = Discards
table-turned-up = Turned up
table-exhausted = { $count }× exhausted
table-anyone = anyone
table-offers = Open offers
table-for = for
table-gives-to = gives to

## board: the map of a war and its attacks

board-title = { $count ->
    [one] Board of one terrain
   *[other] Board of { $count } terrains
    }
board-closed = cannot be entered
board-neutral = neutral
board-points = { $count ->
    [one] 1 point
   *[other] { $count } points
    }
board-least = defends with at least { $least }
board-fortress = fortress
board-empty = empty
board-riders-upright = riders ready
board-riders-beaten = riders beaten
board-attacked = under attack
board-large = Large map
board-legend = What the terrains are
board-signs = A coloured rim and the number of the seat mark its owner. A tower is a fortress; a horse are riders, lying when beaten.
board-attack = Attack
board-defence = Defence
board-attacks = { $name } attacks { $place }
board-round = round { $round }
board-riders-of = riders of { $place }
board-to-commit = to be committed

## game: the page of a game without scripts

game-needs-scripts = The table is drawn by scripts. Without them:
game-sentences = the game in sentences
game-events = its events
game-audit = its audit

## replay: the page of a game

replay-loading = Laying the table …
replay-lagging = This is the table after event { $shown }. Loading { $n } …
replay-no-such-event = There is no event { $n } in this game.
replay-everything = Everything
replay-spectator = Spectator
replay-eyes-of = { $name }
replay-view = View
replay-only-view = You may see this game in this view alone.
replay-view-closed = You may not see this view any more.
replay-link-expired = Your link to this seat is no longer valid: you look on as a spectator.
replay-menu = More
replay-events = Events
replay-turn = Turn { $turn }
replay-setting-up = Setting up
replay-legal = legal
replay-illegal = illegal
replay-differs = differs
replay-consequence = follows
replay-unknown = cannot be judged in this view
replay-live = LIVE
replay-paused = paused
replay-practice = practice
replay-reconnecting = reconnecting …
replay-behind = { $delay } behind
replay-events-on = { $count ->
        [one] +1 event
       *[other] +{ $count } events
    }
replay-delay-events = { $count ->
        [one] 1 event
       *[other] { $count } events
    }
replay-after-end = shown after the end
replay-after-end-why = Other tables may have the same cards. The game is shown when the last of them has ended.
replay-delay-seconds = { $count } s
replay-faults = { $count ->
        [one] 1 event breaks the rules
       *[other] { $count } events break the rules
    }
replay-no-fault = No event of this game breaks a rule.
replay-still-judging = The events are still being judged.
replay-none-of-kind = There is none in this game.
replay-only-one = It is the only one.
replay-gone-round = Wrapped around: the search goes on from the other end.
replay-rules = Rules
replay-deal = Deal
replay-record = Record
replay-first = First event (Home)
replay-turn-back = Turn before ([)
replay-back = Event before (←)
replay-play = Play (Space)
replay-pause = Pause (Space)
replay-next = Next event (→)
replay-turn-next = Next turn (])
replay-last = Last event (End)
replay-controls = Replay
replay-speed = Speed
replay-event = Event
replay-hide-result = Hide result
replay-show-result = Show result
replay-close = Close
replay-rail = Beside the table
replay-legal-here = Legal here
replay-comments = Comments
replay-none-shown = None of the events so far is of these kinds and seats.
replay-filter = Show only
replay-all = all
replay-only-harvest = harvests
replay-only-trade = trades
replay-only-plant = planting
replay-only-draw = draws
replay-only-attack = attacks
replay-only-wrong = wrong
replay-only-note = comments
replay-in-rulebook = in the rulebook
replay-ask = Ask about this
replay-sheet = Print sheet
replay-protocol = Score sheet to sign
replay-disputes = Disputes
replay-labelled = { $name }: { $says }
replay-legal-closed = What a seat may do is told to whoever may see its hand.
replay-legal-who = What may be done here by
replay-knows = Known
replay-knows-who = What can be known here by
replay-knows-all = Everybody who looks on
replay-knows-nothing-hidden = Nothing is hidden here.
replay-knows-hidden = { $count ->
        [one] one card
       *[other] { $count } cards
    }
replay-may = Legal here
replay-may-nothing = Nothing: it waits for others.
replay-may-not = Not here, and why
replay-and-more = { $count ->
        [one] and { $count } more
       *[other] and { $count } more
    }
replay-no-comments = Nobody has remarked on anything so far.
replay-comment-on = Your comment on event { $n }
replay-comment-add = Add
replay-comment-name = Your name
replay-comment-later = The players read it when the game is over.
replay-comment-remove = Remove
replay-comment-remove-of = Remove the comment of { $name }
replay-comments-close = Close the comments of spectators
replay-comments-open = Open the comments of spectators
replay-comment-closed = Whoever belongs to this game may comment: open it with the link to your seat.
replay-by-organiser = Organiser
replay-by-arbiter = Arbiter
replay-by-spectator = Spectator
replay-by-named = { $name } (spectator)
replay-by-broadcaster = Broadcaster
replay-by-director = Director
replay-by-service = The service
replay-noted-paused = The game was paused.
replay-noted-resumed = The game goes on.
replay-noted-hints-off = The organiser allows no hints in this game.
replay-noted-comments-opened = Spectators may comment on this game.
replay-noted-comments-closed = Spectators may no longer comment on this game.
replay-noted-seat-bot = A bot plays for { $seat }.
replay-noted-seat-other = The seat of { $seat } was given to somebody else.
replay-noted-seat-token = { $seat } was given a new link.
replay-noted-seat-anew = The links of this game were given out anew.
replay-noted-persons-stated = The organiser says who sits where.
replay-noted-persons-different = The organiser confirms that different people sit at the table.
replay-noted-arbiter-called = An arbiter was called: { $reason }
replay-noted-call-opened = { $who } calls an arbiter: everybody else is asked to agree.
replay-noted-call-came = Whoever was called as an arbiter has come.
replay-noted-call-agreed = { $who } agrees to the arbiter.
replay-noted-call-admitted = The arbiter may look at every hand and rule: all that were asked agree.
replay-noted-call-withdrawn = { $who } calls no arbiter any more.
replay-noted-look-cards = Looked at the cards: { $view }
replay-noted-look-fork = Looked at the cards in a fork of this game, which is sealed until it ends.
replay-noted-dispute-opened = { $who } disputes { $event }: dispute { $dispute }.
replay-noted-dispute-stated = { $who } says something on dispute { $dispute }.
replay-noted-dispute-pinned = { $who } names events as evidence in dispute { $dispute }.
replay-noted-dispute-found = { $who } finds what happened in dispute { $dispute }.
replay-noted-dispute-ruled = { $who } rules on dispute { $dispute }.
replay-noted-dispute-proposed = { $who } proposes to a committee how to rule on dispute { $dispute }.
replay-noted-dispute-joined = { $who } agrees with what is proposed on dispute { $dispute }.
replay-noted-dispute-decided = A committee rules on dispute { $dispute }.
replay-noted-dispute-appealed = { $who } appeals from the ruling on dispute { $dispute }.
replay-noted-dispute-reopened = { $who } takes dispute { $dispute } up again.
replay-noted-dispute-withdrawn = { $who } withdraws dispute { $dispute }.
replay-noted-dispute-protest = { $who } plays on under protest in dispute { $dispute }.
replay-noted-dispute-again = { $who } names the game in which dispute { $dispute } is played again.
replay-noted-dispute-confirmed = { $who } confirms the result.
replay-show = Show
replay-own-name = Change my name
replay-keys = Keys
replay-keys-on = Letters, digits and signs are keys
replay-key-next = next event
replay-key-back = event before
replay-key-each-next = next event, also one that moves no card
replay-key-each-back = event before, also one that moves no card
replay-key-moment = next moment that mattered
replay-key-moment-back = the one before that mattered
replay-pass-quiet = Arrows and play pass over events that move no card (Shift and an arrow stop at each)
replay-go-to = Go to event
replay-go = Go
replay-next-trade = Next trade (t)
replay-next-harvest = Next harvest (h)
replay-next-attack = Next attack (a)
replay-next-moment = Next moment that mattered (n)
replay-mark-lead = takes the lead
replay-key-turn-next = next turn
replay-key-turn-back = turn before
replay-key-first = first event
replay-key-last = last event that may be told
replay-key-play = play or pause
replay-key-slower = slower
replay-key-faster = faster
replay-key-trade = next trade
replay-key-harvest = next harvest
replay-key-attack = next attack
replay-key-fault = next event that breaks a rule
replay-key-fault-back = the one before that breaks a rule
replay-key-view = next view
replay-key-everything = see everything
replay-key-comment = comment
replay-key-fork = what if
replay-key-live = live: the latest event
replay-key-move = your move: what may be pressed next
replay-key-sheet = this sheet
replay-key-number = go to the event of this number
replay-key-close = close what is open
replay-legend = The marks
replay-legend-lines = A solid line is the coins of a seat; the dashed one above it is what it would have if it harvested all its fields now. The line below has the colour of who has most coins; the mark of a harvest grows with its coins.
replay-mark-harvest = harvest
replay-mark-trade = trade
replay-mark-donation = gift
replay-mark-shuffle = shuffle
replay-mark-third_field = third field
replay-mark-attack = attack
replay-mark-fault = breaks a rule
replay-mark-note = comment
replay-mark-fork = fork
replay-mark-end = end
replay-values = Coins as a table
replay-values-says = At the beginning of each turn: the coins of every seat, and how many more it would get if it harvested now.
replay-event-number = Event { $n }
replay-rules-legal = kept
replay-rules-irregular = broken
replay-rules-unknown = not known here
replay-deal-proved = deal proved
replay-deal-unproved = deal not proved yet
replay-deal-false = deal false
replay-record-whole = record whole
replay-record-unfinished = record goes on
replay-record-cut = record cut off
replay-record-corrupt = record damaged
replay-back-place = { $place ->
        [1] At the front of the hand
        [2] 2nd from the front
        [3] 3rd from the front
        [21] 21st from the front
        [22] 22nd from the front
        [23] 23rd from the front
       *[other] { $place }th from the front
    }
replay-back-came = Came in one of these events:
replay-watching = { $count }+ watching
replay-watching-few = 1–4 watching
replay-watching-says = How many look at this game now, roughly. Nobody is named.
replay-together = Watch together
replay-following = You are taken where the leader goes. You can look around meanwhile.
replay-followed-gone = Nobody leads at the moment.
replay-follow-leave = Go my own way
replay-leading = Others follow you.
replay-lead-stop = Stop leading
replay-lead = Take others along: whoever opens the link sees the event where I am
replay-lead-link = Link to follow me
replay-reactions = Show and send reactions
replay-react-applause = Applause ({ $count })
replay-react-laughter = Laughter ({ $count })
replay-react-surprise = Surprise ({ $count })
replay-lost-sight = From here on it cannot be followed in this view.

## story: how a finished game went

par-title = The same deal, played by bots
par-none = Not computed.
par-ask = Let bots play this deal
par-wanted = Bots play this deal now. It takes some seconds.
par-failed = Bots cannot play this deal.
par-refused = That is not possible for this game.
par-seat = Player
par-coins = Coins
par-bots = Bots
par-difference = Difference
par-how = Bots ({ $bot }) played all seats of the same deal { $runs } times; the mean of their coins is par.
par-explained = The cards explain little: par explained { $share } of the differences in coins ({ $low } to { $high }), measured with { $deals } deals.
par-explained-nothing = The cards explain little: par explained nothing of the differences in coins (at most { $high }), measured with { $deals } deals.
par-unmeasured = How much par explains was not measured for this number of players.
story-title = How the game went
story-moments = Moments that mattered
story-from-turn = Replay from where it turned
story-from-start = From the start
story-highlights = Highlights in three minutes
story-picture = As a picture
story-animation = This moment in motion: { $moment }
story-table = Show the table
story-by-bean = Coins by bean
story-later = Moments are told once the game is over.
story-exchanges = { $count ->
        [one] 1 trade or gift: { $gain } coins
       *[other] { $count } trades and gifts: { $gain } coins
    }
story-best = { $coins ->
        [one] best harvest 1 coin (turn { $turn })
       *[other] best harvest { $coins } coins (turn { $turn })
    }

## lobby: what a stranger sees first

lobby-title = Plant, trade, harvest
lobby-lead = The Bohnanza family, alone against bots or with friends. Every move is kept: watch it again, check it against its rule, play on from it.
lobby-play = I play
lobby-learn = Learn the rules in your first game
lobby-watch = I watch
lobby-featured = Watch the featured game
lobby-watch-live = Games being played
lobby-watch-all = Games that are over
lobby-judge = I judge
lobby-judge-ask = Is this move legal?
lobby-judge-says = Lay out a table, put a move to it, and get the verdict with its clause.
lobby-judge-rules = Rulebooks, clause by clause
lobby-organise = I organise
lobby-organise-says = Heats, Swiss rounds, leagues and finals, on screen and on paper.
lobby-organise-table = A table with a link for each player
lobby-quick = Play against bots
lobby-quick-says = A table of four, classic rules: you and three bots. You sit down at once.
lobby-quick-name = Guest
lobby-quick-needs-scripts = To play you need scripts in your browser; to watch and to read you do not.
lobby-new = New game
lobby-games = Games
lobby-open = Waiting for players
lobby-running = Being played
lobby-finished = Played
lobby-imported = Brought in from files
lobby-voided = Broken off
lobby-all-of = Show all
lobby-status = Games
lobby-player = Player
lobby-of-player = Games of { $name }
lobby-edition = Edition
lobby-any = all
lobby-filter = Show
lobby-results = Show results
lobby-hide-results = Hide results
lobby-none = No games here yet.
lobby-more = More games
lobby-and = { $before } and { $last }
lobby-game-title = { $names } · { $edition }
lobby-table-of = { $count ->
        [one] One player
       *[other] { $count } players
    }
lobby-turn = turn { $turn }
lobby-live = LIVE
lobby-seats-open = { $count ->
        [one] 1 seat open: ask whoever made the game for its link
       *[other] { $count } seats open: ask whoever made the game for their links
    }
lobby-seat-open = open seat
lobby-practice = practice
lobby-paused = paused
lobby-what-if = What if, from event { $n } of { $game }
lobby-bot = bot
lobby-won = won
lobby-coins = coins
lobby-score = score
lobby-import = Import a game file
lobby-import-says = A file that ends in .haricot.jsonl is checked line by line, then replayed and judged like any other game.
lobby-import-file = Game file
lobby-import-do = Import
lobby-brought = It is here: { $count ->
        [one] one event
       *[other] { $count } events
    }.
lobby-brought-watch = Watch { $game }

## seat: who sits where

seat-number = Seat { $n }
seat-who = Who plays seat { $n }
seat-name = Name at seat { $n }
seat-person = a person
seat-bot-trader = bot, bargains
seat-bot-greedy = bot, takes what pays
seat-bot-random = bot, plays at random

## links: to the seats of a game that was just made

links-sit = Sit down at seat { $n }
links-watch = Watch
links-hand-out = Give each player the link to their seat. Whoever has it plays there.
links-organiser = Organiser’s key
links-copy = Copy
links-share = Share
links-qr = QR
links-qr-of = QR code of the link: { $label }
links-copied = Copied
links-copy-yourself = Press Ctrl+C
links-lost = This browser keeps the seats for you. If somebody loses their link, give them a new one with the organiser’s key: the old one ends then.
links-game = The game is

## learn: the guided first game

learn-title = Your first game
learn-lead = Learn Classic Bohnanza by playing it: thirteen short steps at a real table, then three questions. Every move is judged by the rules. You can skip any step, and this browser keeps your place.
learn-needs-scripts = The table needs scripts. This is what it teaches, with the clause for each step:
learn-coach = Coach
learn-progress = Progress
learn-step-of = Step { $step } of { $steps }
learn-question-of = Question { $question } of { $questions }
learn-done = Done.
learn-refused = The rules refuse it by { $clause }:
learn-other = That is legal ({ $order }), but it is not what this step asks for. Nothing has changed: try again.
learn-next = Next
learn-back = Back
learn-skip = Skip
learn-rule = The rule: { $clause }
learn-steps = All steps
learn-which = Which of these do the rules allow?
learn-answer = Answer
learn-right = Right.
learn-wrong = No: { $clause } does not allow it.
learn-to-step = Back to: { $step }
learn-to-question = To the question
learn-end = You know the rules
learn-end-open = That was the guided game
learn-passed = Questions answered: { $passed } of { $questions }.
learn-play = Play against bots
learn-guest = Guest
learn-rulebook = Read the rulebook
learn-again = Start again
learn-step-order = Your hand keeps its order
    .says = You are Robin, at seat 1. New cards go to the back of your hand, and you never sort it. The card on the far left is in front.
    .do = Try it: press your second card.
learn-step-front = Plant your front card
    .says = Your turn begins with planting. The front card has to be planted, into an empty field or onto beans of the same kind.
    .do = Press the Red bean, then your first field.
learn-step-second = You may plant a second card
    .says = Now the Chili bean is in front. You may plant it as well, but never a third one.
    .do = Press the Chili bean, then your empty field.
learn-step-turn-up = Turn up two cards
    .says = After planting, two cards from the draw pile are turned up for all to see. You can keep them, trade them or give them away.
    .do = Press “End planting”.
learn-step-offer = Make an offer
    .says = You have no room for the Blue bean, but Pinto grows Blue beans and has a Red one. You can give turned-up cards and cards from anywhere in your hand.
    .do = Press the turned-up Blue bean, ask for one Red bean, and propose the trade.
learn-step-end-trading = End the trading
    .says = Pinto has accepted. You alone decide when the trading is over. A turned-up card that you still have is set aside for your own fields.
    .do = Press “End trading”.
learn-step-set-aside = Plant what you received
    .says = Cards from a trade never go into your hand. They lie set aside, and all of them must be planted now, in any order.
    .do = Plant the Red bean and the Chili bean where they fit.
learn-step-draw = Draw three cards
    .says = A turn ends with drawing. The three cards go to the back of your hand, one after the other.
    .do = Press “Draw cards”.
learn-step-partner = Trade in another player’s turn
    .says = Now it is Pinto’s turn. Only the active player trades: you can deal with Pinto, but not with Adzuki or Lima. Pinto offers you a Red bean for a Green one.
    .do = Accept the offer.
learn-step-protection = Bean protection
    .says = Some turns later your front card is a Soy bean, and neither field takes it. You have to harvest one. A field with a single bean is protected while another of your fields holds more.
    .do = Try it: press your field with the single Garden bean.
learn-step-harvest = Harvest for coins
    .says = The beanometer on the card says what a field pays. Six Chili beans pay 2 coins: those cards become your coins, the others are discarded.
    .do = Press the field of Chili beans and harvest it.
learn-step-third-field = Buy a third field
    .says = You have 3 coins now, which is the price of a third field with four players. You can buy it at any moment, once in a game.
    .do = Press the empty place beside your fields and buy the field.
learn-step-end = The end of the game
    .says = The draw pile runs out for the third time. Then all fields are harvested, and the most coins win. Cards in your hand are worth nothing.
    .do = Draw the last cards.
learn-question-planted = It is your turn, and you have planted two cards from your hand. What can you do next?
learn-question-protection = Your front card is a Stink bean, and no field takes it. You grow one Red bean and five Blue beans. What can you do?
learn-question-partner = It is Pinto’s turn, and cards are traded. You have a Green bean in front. What can you do?

## new: making a game

new-title = New game
new-needs-scripts = This form needs scripts. Without them: POST /v1/games, see the page of the API.
new-edition = Which game?
new-seats = Who plays?
new-players = Seats
new-options = Rules to choose
new-ruling = Why: ruling { $ruling }
new-more = Deal, spectators, pace, practice
new-level = The deal
new-level-simple = simple
new-level-tournament = tournament: nobody can choose it
new-level-duplicate = duplicate: one share, the organiser’s
new-tables = Tables with this deal
new-term = Seconds to reveal a share
new-protest = Time to protest once it is over
new-appeal = Time to appeal from a ruling
new-level-says = At a tournament each browser draws a share of the deal and commits to it; when all have, they are revealed and it is dealt. Everybody sits down themselves.
new-start = Begin
new-start-seated = when all have sat down
new-start-now = at once
new-pace = Seconds a bot thinks
new-patience = Seconds a bot waits for an answer to its offer
new-delay = Spectators lag behind by
new-delay-unit = counted in
new-delay-events = events
new-delay-seconds = seconds
new-clock = Clock
new-clock-says = Minutes; leave a field empty for no limit. A day has 1,440. Without any there is no clock. A seat uses its time for the turn first, then that for the game.
new-clock-guide = How clocks work
new-clock-games = Clock of the games
new-clock-preset = Choose
new-clock-preset-none = no clock
new-clock-preset-turn = 60 seconds a turn
new-clock-preset-game = 15 minutes for the game
new-clock-preset-days = 3 days a turn, by correspondence
new-clock-preset-own = your own times
new-clock-turn = Minutes for a seat, in each turn
new-clock-trading = Minutes for all, in each trading
new-clock-game = Minutes for a seat, for the whole game
new-clock-grace = Seconds more, once, for a seat that loses its connection
new-clock-at-zero = When time is up
new-clock-pass = the seat passes
new-clock-bot = a bot plays the rest of the turn
new-clock-arbiter = an arbiter is called
new-hints = Hints for somebody who plays bots alone
new-private = Private: only those who have a link know of it
new-practice = Practice: the deal may be chosen, and the game counts for nothing
new-seed = Word that fixes the deal
new-seed-says = The same word deals the same cards again. Leave it empty for a deal that nobody knows.
new-create = Create the game

## join: where a link to a seat leads

join-title = Your seat
join-opening = Opening the table …
join-needs-scripts = The key to your seat stays in your browser, and for that this page needs scripts.
join-no-key = This link lacks its end, which opens the seat. Copy the whole link again, or ask whoever made the game for it.
join-other-game = This link belongs to another game. Ask whoever made this one for the link to your seat.
join-watch = Look on instead
join-games = To the games
join-name = Your name
join-name-why = You sit at { $seat }. All who look at this game see your name; you can also leave it out.
join-name-alike = Somebody here has this name. You will be called { $name }.
join-sit = Sit down

## trouble: what the service refuses, told to people

trouble-auth-missing = You need a link to a seat in this game.
trouble-auth-invalid = This link is not valid, or no longer. Ask whoever made the game for a new one.
trouble-seat-forbidden = Your link to this game does not allow that.
trouble-view-forbidden = Your link to this game does not let you see that.
trouble-rate-limited = That was too much at once. Wait a moment, then try again.
trouble-limit = Too many requests at once from this browser or this network.
trouble-limit-kept = What you did is kept, and is sent then, once.
trouble-limit-goes-on = { $count ->
        [one] This page goes on by itself in 1 second.
       *[other] This page goes on by itself in { $count } seconds.
    }
trouble-request-malformed = The service could not read that.
trouble-seat = Seat { $n }: { $says }
trouble-player = Player { $n }: { $says }
trouble-request-too-large = That is more than the service takes.
trouble-request-shape = Something in it is missing or not as it should be.
trouble-option-unknown = One of the options has a value that this edition does not know.
trouble-media-type = This is not a kind of file that the service takes.
trouble-file-corrupt = The file is not as it was written: a line was cut, changed or left out.
trouble-version-mismatch = The game has gone on meanwhile. Look at the table again.
trouble-game-conflict = The game has gone on meanwhile, or a game of this name is here already.
trouble-game-paused = The game is paused. It goes on when whoever made it resumes it.
trouble-dispute-too_late = The term for this claim is over. Other entries of the book may still be open: choose one that the form shows.
trouble-dispute-twice = You have an open dispute on this event already.
trouble-dispute-claimed = Somebody else disputes this event already, and it is ruled once. Say what you saw in a statement on that dispute.
trouble-dispute-no_article = The book has no such entry.
trouble-call-absent = There is no such call for an arbiter.
trouble-call-alone = Nobody else is at this table who could agree to an arbiter. Whoever runs this service can call one.
trouble-call-expired = This call was open for an hour and is over. Call an arbiter again.
trouble-call-not_asked = Only those agree who sit at the table and have not called.
trouble-call-open = Somebody at this table has called an arbiter: agree to that one, or wait until the call is over.
trouble-call-over = This call is over: it was answered, withdrawn or replaced.
trouble-call-taken = Somebody else has opened this link: it is for them alone.
trouble-call-twice = You have agreed already.
trouble-party-no_organiser = Only an organiser agrees who is known and sits at no seat.
trouble-join-absent = Nothing is proposed to a committee any more.
trouble-join-not_member = You are not of this committee.
trouble-join-replaced = Something else is proposed by now. Read it first.
trouble-join-twice = You have agreed with it already.
trouble-appeal-final = A committee has ruled: that is final.
trouble-appeal-no_ruling = There is no ruling yet to appeal from.
trouble-appeal-too_late = The term for an appeal is over.
trouble-arbiter-own_game = Whoever sits at this table, or sat there, does not rule on it. Have somebody called who does not play here.
trouble-arbiter-own_organiser = An arbiter called by a player of this table cannot rule here.
trouble-arbiter-players_unknown = Nobody rules as long as it is not known who all the players are.
trouble-arbiter-unknown = Nobody knows who this arbiter is, or who called them: the organiser makes a token for a person.
trouble-branch-elsewhere = That game does not go on from this one.
trouble-branch-twice = This branch is named already.
trouble-dispute-absent = There is no such dispute on this game.
trouble-dispute-closed = This dispute is decided or withdrawn.
trouble-dispute-no_event = The game has no such event.
trouble-dispute-not_yours = Only who made this claim can withdraw it.
trouble-dispute-open = This dispute awaits a ruling already.
trouble-evidence-empty = Name at least one event.
trouble-evidence-too_much = So many events are not taken as evidence in one dispute.
trouble-fork-not_ordered = No ruling in force orders that it is played again.
trouble-fork-otherwise = The ruling orders it otherwise: from another event, or with other cards.
trouble-fork-twice = It is played again already, in another game.
trouble-party-no_arbiter = Only an arbiter does this. Call one from the menu of the table: somebody who does not play here.
trouble-party-no_seat = Only who sits at the table does this, each for their own seat: let that player do it from their own link.
trouble-rewind-no_reason = To keep hidden cards that somebody has seen needs a reason.
trouble-ruling-article = The book has no such entry.
trouble-ruling-branch = It was played on under protest: say which game counts.
trouble-ruling-clause = The rulebook of this game has no such clause.
trouble-ruling-committee = A committee has three members or more, each named once and called as an arbiter, of whom none has ruled before; it rules on appeals alone.
trouble-ruling-few = On an appeal three arbiters rule who have not ruled on it. Have further arbiters called first.
trouble-ruling-no_reasons = A ruling gives its reasons.
trouble-ruling-outcome = A claim is upheld or dismissed.
trouble-ruling-penalty = The book has other penalties for this. A penalty is for a seat; name no seat where there is no penalty.
trouble-ruling-remedy = Where a claim is dismissed, all stands as it is.
trouble-ruling-rewind = A rewind goes back to before the disputed event, to a moment at which somebody had to act.
trouble-confirm-running = The game is not over yet.
trouble-confirm-voided = A game that was called off has no result to confirm.
trouble-confirm-twice = You have confirmed the result already.
trouble-confirm-disputed = A dispute still awaits a ruling; until then nobody confirms the result.
trouble-confirm-overturned = By a ruling this result does not count.
trouble-game-ended = This game is over.
trouble-not-found = There is no such game here, or it is private: then open it with the link to your seat.
trouble-offline = The service cannot be reached. Are you online?
trouble-unavailable = The service is busy or starting. Try again in a moment.
trouble-fault = Something broke on our side. It was not your doing.
trouble-unforeseen = Something went wrong in this page: { $detail }

## rules: the rulebooks

rules-players = { $count ->
        [one] 1 player
       *[other] { $count } players
    }
rules-players-range = { $least } to { $most } players
rules-title = Rulebooks
rules-lead = Every rule is a clause with an address. A verdict cites the clause that it rests on, and where the printed rules are silent a ruling says how they are read here.
rules-clauses = { $count ->
        [one] 1 clause
       *[other] { $count } clauses
    }
rules-choices = { $count ->
        [one] 1 option
       *[other] { $count } options
    }
rules-version = Version { $version } of its rules
rules-version-says = Every game is played and judged under the version that it was made in.
rules-version-other = version { $version }
rules-print = Print
rules-statistics = Statistics of this edition
rules-contents = Contents
rules-beans = Beans and what they pay
rules-meter-says = Below the coins stands how many cards of the bean must be harvested for them.
rules-german-names = The printed edition in this language keeps the German names of the beans.
rules-step = { $cards } for { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
rules-cards = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
rules-source = Source: { $source }.
rules-source-of = { $beans }: { $source }.
rules-option = option { $option }
rules-options = Options
rules-any-text = Any text.
rules-default = usual
rules-see = Why: { $ruling }
rules-rulings = Rulings
rules-rulings-says = Where the printed rules can be read in more than one way, or say nothing, this is how they are read here.
rules-chooses = The option { $option } chooses.

## book: the book of remedies

book-lead = What is done when something happened that the rules do not allow: what it is, until when it can be claimed, the remedy and the penalty. It names no edition and holds for all of them.
book-version = Version { $version } of this book
book-entries = { $count ->
        [one] 1 entry
       *[other] { $count } entries
    }
## branch: what goes on otherwise from an event, and two games side by side

branch-what-if = What if
branch-what-if-from = What if it had gone otherwise from event { $n } on?
branch-play-all = Play every seat yourself
    .says = You decide for everybody, one after the other.
branch-play-one = Play { $name }
    .says = Bots play the others.
branch-watch = Let bots play on
    .says = And watch what becomes of it.
branch-which-seat = Which seat you play
branch-same-cards = Hands and piles stay as they are; the game itself is not changed.
branch-sealed = Only arbiters see what goes on from here until the game is over, and the game is told that you looked at its cards.
branch-redealt = This game is still being played, so you go on with other cards: what you can see stays, and whatever you cannot know here is shuffled and dealt anew. It tells you nothing of the real cards.
branch-other-cards = What you see now lies in it as it is, your own hand too, and once it is over everybody may look at all of it. The game itself is not changed.
branch-origin = from event { $n } of { $names }
branch-back = Back to the game
branch-compare = Compare
branch-compare-with = Compare with: { $name }
branch-tree = Branches
branch-none = Nothing goes on otherwise from this game yet.
branch-loading = Looking for branches …
branch-root = The game
branch-from = What if from event { $n }
branch-from-short = What if { $n }
branch-here = you are here
branch-yours = made here
branch-unseen = private
branch-running = goes on
branch-events = { $count ->
        [one] 1 event
       *[other] { $count } events
    }
branch-won = won by { $names } with { $score }
branch-list = Events of both
branch-panes = What is shown
branch-step = In step
branch-by-event = by event
branch-by-turn = by turn
branch-stop = Stop comparing
branch-differs = Different: { $places }
branch-gain = { $name } { $from } → { $to }
branch-same-coins = same coins
branch-no-difference = no difference
branch-same-deal = Same deal at other tables
branch-same-deal-how = These tables were dealt the same cards. Lay one beside this game, seat against seat.

## problems: the pages of error codes; `problem-<code>` with strokes for dots

problems-title = Error codes
problems-lead = An error of the API is a problem document (RFC 9457) with one of these codes.
problems-forbidden = Forbidden by the rules
problems-mechanism = The rules forbid it: { $mechanism }
problems-forbidden-says = The command is understood, but the rules of the game forbid it at this moment. Nothing was changed. The clause that forbids it is
problems-clause = { $clause } in { $edition }
problems-all = All error codes
problem-request-malformed = The body is not the JSON (or the game file) that this address expects: a bracket may be missing, or the text may not be UTF-8. Send it again once it parses.
    .title = The request cannot be read
problem-auth-missing = Only somebody who belongs to the game may do this. Send the token that the game gave out when it was made, as the header “Authorization: Bearer hrc_…”.
    .title = A token is needed
problem-auth-invalid = The token is misspelt, has been withdrawn, or belongs to a game that this service does not have. Open the link to your seat again, or ask the organiser for a new one.
    .title = The token is not valid
problem-view-forbidden = You asked for more than your token lets you see. A seat sees its own hand, a spectator sees what lies open; everybody may see everything once a game is over.
    .title = You may not use this view
problem-seat-forbidden = Your token does not allow this: a seat’s token acts for its own seat, other things need the organiser’s or an arbiter’s token.
    .title = Your token does not permit this
problem-scope-missing = The token of the service is not for this operation: each has scopes, and the answer names the one that is lacking. Whoever made the token can make another one with it.
    .title = The token lacks a scope
problem-origin-forbidden = The request came from a page of another site, or under a name that this service does not go by. Programs send a token; whoever runs the service lists other origins in HARICOT_CORS and its own names in HARICOT_HOSTS.
    .title = Requests from this site are not permitted
problem-not-found = The game, edition or address does not exist here, or it is private and you have no token for it.
    .title = Not found
problem-method-unknown = The address exists, but not for this method: it may be one that is only read (GET), or only written to (POST). The header Allow names the methods it takes.
    .title = The address does not accept this method
problem-export-form = The export cannot be written in this form: Parquet needs pyarrow where the service runs, which pip install haricot[parquet] brings, and game files come as lines of JSON alone. Lines of JSON need nothing more.
    .title = This export format is not available
problem-game-conflict = The game moved on while your request was under way, or a game of this name is here already. Look at the table again and decide anew.
    .title = The game has changed in the meantime
problem-game-paused = Nobody may act until the organiser or an arbiter resumes the game. Asking again does not help: the stream tells by “event: notice” when it goes on, and the head of the game says “paused”.
    .title = The game is paused
problem-game-ended = Nobody may act in a game that has ended or has been declared void. It can still be watched, audited and forked.
    .title = The game is over
problem-clock-none = This game is played without a clock, so there is no time to start, stop, extend or pass. A clock is chosen when the game is made, with “clock” in POST /v1/games.
    .title = The game has no clock
problem-share-unasked = The deal of this game asks for no share to be committed to or revealed, or no longer: the cards are dealt, or nobody sits at the seat. Take a free seat with a commitment.
    .title = The deal needs no share from this seat now
problem-share-early = A share is revealed when every seat is taken and has committed to its own, so that nobody chooses one knowing the others. The detail names the seats that are still to commit.
    .title = Not all seats have committed to their shares of the deal
problem-share-twice = The seat is bound by its share, or has revealed it, and cannot choose another. Only where somebody is put into another seat after a reveal do all commit anew.
    .title = The seat has sent this share of the deal already
problem-share-other = What is revealed has to be the share whose SHA-256 the seat sent before: of the list scheme, “share”, game, seat and share, written by RFC 8785. Reveal that one.
    .title = The share of the deal does not match its commitment
problem-share-term = While a tournament’s deal is made, a seat can be given to another until all have committed, and then only when its share was not revealed in time. The detail says how long that is.
    .title = The time for revealing shares of the deal is not over
problem-tournament-forbidden = In a tournament each role does some things: the director runs the rounds, scorers enter and confirm results, arbiters rule and give penalties, players act for themselves. Use the link for this role.
    .title = Your role in the tournament does not permit this
problem-tournament = The rules of tournaments forbid it as things stand, such as a second result for a table, or a draw before the round is confirmed. The problem cites the clause and says what is in the way.
    .title = The tournament rules forbid it
problem-party = This act belongs to others: a seat opens disputes, states, appeals and confirms the result; an arbiter whom somebody called finds and rules. The detail says who.
    .title = Your role in the proceedings does not permit this
problem-act = What was to be done does not go with how the proceedings stand: the dispute is not there or is closed, a term is over, a ruling lacks something, or whoever wants to rule may not at this table. The detail says which.
    .title = The proceedings do not permit this now
problem-feed-cursor = No line of the feed that this token may read has this cursor: it comes from another store, from a state before a restore, or from a game that is not yours. Start again without a cursor and skip the lines you have, or go on with now.
    .title = Unknown feed cursor
problem-webhook-limit = The token has as many webhooks as a token may have. Take one away that is not needed any more, or use another token.
    .title = The token has too many webhooks
problem-version-mismatch = The request was meant for a version of the game that is no longer the latest (header If-Match). Read the game again and decide anew.
    .title = The game has a newer version
problem-request-too-large = The body is bigger than this service accepts. A single game file always fits; send several one by one.
    .title = The request is too large
problem-media-type = Commands and questions are application/json, game files are application/x-ndjson.
    .title = The content type is not supported
problem-request-shape = It parses, but a field is missing, unknown, of the wrong kind or out of range. The detail names it.
    .title = The request is invalid
problem-option-unknown = An option is misspelt, or its value is not one that the edition allows. The rulebook page of the edition lists all options with their values.
    .title = There is no such option
problem-position-invalid = The table described is not one that the rules can lead to: too many cards of a variety, two varieties in one field, an unknown phase, or something similar. The detail names it.
    .title = The position is impossible
problem-file-corrupt = Every line of a game file is chained to the one before by a check. One does not fit, so the file was cut or changed. The problem names the first event that shows it.
    .title = The game file is corrupt
problem-idempotency-reused = This Idempotency-Key has already been used with a different command. Use a new key for every command.
    .title = The idempotency key was used for another request
problem-rate-limited = You are asking faster than this service answers one caller. Wait for as long as the header Retry-After says.
    .title = Too many requests
problem-fault = Something broke on our side; it has been noted under the X-Request-ID of the answer. What was acknowledged before stands, and what you just asked for was not done.
    .title = Internal error of the service
problem-unavailable = It is starting, stopping, or its disk is full or busy. Nothing was changed; try again in a moment.
    .title = The service is not available at the moment

## play: playing on the table

play-tray = Your move
play-choose-again = The table has been brought up to date: choose again.
play-picked = picked
play-in-offer = in your offer
play-choose = What may be done here
play-harvest = Harvest for { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
play-harvest-naught = Really harvest for nothing?
play-harvest-early = Really harvest? One card more pays { $coins ->
    [one] 1 coin
   *[other] { $coins } coins
    }.
play-harvest-not = Harvest
play-answer = Answer this offer
play-accept = Accept
play-decline = Decline
play-counter = Other offer
play-withdraw = Withdraw
play-not-now = That cannot be accepted now.
play-trade = Make an offer
play-you-give = You give
play-you-want = You want
play-you-want-nothing = You want nothing: a gift
play-with = With
play-click-cards = Click cards on the table
play-give-something = Click the cards that you would give.
play-whom-for-gift = Say what you want, or to whom you give.
play-same-beans = You would get back what you give: choose other beans.
play-grown-by = grown by { $names }
play-which-card = You hold several of these. The cards of a hand keep their order, so it matters which place becomes free: a card with a lower number is planted sooner.
play-propose = Propose
play-give-away = Give as a gift
play-cancel = Cancel
play-take-out = { $card }: take back out
play-want-one = { $card }: want one more ({ $count })
play-want-less = { $card }: want one less
play-coin-more = One coin more ({ $count })
play-coin-less = One coin less
play-put-back = Put back
play-own-eyes = To my seat
play-to-present = To the present
play-past = You are looking at the past.
play-other-eyes = You are looking with other eyes than those of your seat.
play-onlooker = You have no seat in this game.
play-paused = The game is paused: nobody can move until it goes on.
play-hint-plant = Plant your front card: click it, then a field.
play-hint-plant-more = Plant the next card too, or end the planting.
play-hint-harvest = No field takes your card: click a field to harvest it.
play-hint-offer = Deal with the offer: click a card, then a field or the discards.
play-hint-turned-up = Plant what you like of the turned-up cards: click one, then a field.
play-hint-set-aside = Plant the cards that are set aside: click one, then a field.
play-hint-terrain = Choose where you begin: click a terrain that glows.
play-hint-attack = Attack a terrain that glows, or go on.
play-hint-commit = Commit a card to the fight: click one that glows.
play-hint-draw = Draw your cards; then your turn is over.
play-hint-trade = Trade: click cards that you would give. Then end the trading.
play-hint-offer-too = You may make an offer: click a card.
play-hint-haggle = Click cards to give, and what you want for them.
play-own-waits = { $count ->
        [one] Your offer waits for { $names }.
       *[other] Your offers wait for { $names }.
    }
play-own-declined = { $count ->
        [one] { $names } has declined.
       *[other] { $names } have declined.
    }
play-hint-answer = Somebody has made you an offer: answer it.
play-hint-answer-bot = { $name } waits for your answer.
play-patience-over = { $name } waited no longer: the offer to you has lapsed.
play-hint-where = Now click where it goes: the places that glow take it.
play-hint-sure = Click it once more, or press the button.
play-hint-any = It is your move.
play-hint-button = Go on with a button.
play-wait = One moment …
play-away = The service does not answer at the moment. What you have chosen stays, and the game goes on by itself once the service is back.
play-away-sending = The service does not answer at the moment. Your move is sent again until it has arrived; leave this page open.
play-waiting = Waiting for { $names }.
play-waiting-bot = Waiting for { $names } (thinking).
play-waiting-answer = { $name } waits for an answer from { $names }.
play-waiting-seat = { $count ->
        [one] Waiting for { $names } to sit down.
       *[other] Waiting for { $names } to sit down.
    }
play-waiting-share = { $count ->
        [one] Waiting for { $names } to reveal a share of the deal.
       *[other] Waiting for { $names } to reveal a share of the deal.
    }
play-share-drawn = Your browser has drawn its own share of the deal and reveals it when all have committed to theirs. Keep this page open until the cards are dealt. Its commitment:
play-share-plain = (This page came over plain http, so its own script reckoned it.)
play-share-lost = This browser does not have the share that this seat committed to. Open the page where you sat down, or ask the organiser to give the seat anew.
play-seats = Your seats
play-seat-asked = is to act
play-dispute = Dispute or confirm
play-dispute-as = You claim as { $who }.
play-dispute-what = What you dispute
play-dispute-right = The engine finds nothing wrong:
play-dispute-wrong = The engine finds it wrong:
play-dispute-unjudged = The engine cannot judge it:
play-dispute-open = { $article } can be claimed { $term }.
play-dispute-term-next_turn = until the next turn begins
play-dispute-term-first_planting = until the first bean is planted
play-dispute-term-confirmed = until all have confirmed the result
play-dispute-until = until { $time }
play-dispute-late = Nothing can be claimed any more: the term is over.
play-dispute-before = This event is disputed already, in dispute { $dispute }. It is ruled once; you can say there what you saw.
play-dispute-state = Make a statement
play-dispute-article = What went wrong
play-dispute-text = What you say of it; everybody may read it
play-dispute-file = Dispute this event
play-dispute-filed = It is filed.
play-confirm = Confirm the result
play-seat-links = Links to the seats
play-seat-links-why = A new link to a seat makes the old one invalid. Give it to whoever sits there.
play-seat-links-anew = At a tournament, before the deal, a new link frees the seat: whoever comes commits to a share of their own, and so do all once one was revealed.
play-call-off = Call the game off
play-call-off-says = If somebody never sits down or never reveals their share, the game can be ended without a result. That cannot be undone, and everybody may read why.
play-call-off-why = Reason
play-new-link = New link
play-over = The game is over.
play-you-won = You have won!
play-tie-shared = It is a tie: the victory is shared.
play-tie-most_cards_in_hand = It was a tie: more cards in hand decided.
play-tie-last_active = It was a tie: the turn that came last decided.
play-tie-terrains = It was a tie: more terrains decided.
play-tie-coins = It was a tie: more coins decided.
play-voided = The game was called off.
play-rematch = Rematch
play-from-start = Replay from the start
play-hints = Hint
play-hints-may = You may do this now
play-hints-none = There is nothing for you to do now.
play-hints-not = This is refused now
play-hints-plant = the field then pays { $coins ->
        [one] { $coins } coin
       *[other] { $coins } coins
    }
play-hints-next = { $cards } cards pay { $coins ->
        [one] { $coins } coin
       *[other] { $coins } coins
    }
play-hints-fields = What your fields pay now
play-hints-field = Field { $field }, { $card }: { $coins ->
        [one] { $coins } coin
       *[other] { $coins } coins
    }
play-hints-grows = you grow { $cards }
play-leave = Leave
## deal: how a deal was made, recomputed

deal-made = How this deal was made
deal-reckoning = Your browser is dealing the cards again …
deal-elsewhere = This game has no deal of its own that was committed to: look at the game that it branches off from.
deal-says = Your browser has just recomputed all of this from the log of the game and its discard piles, without asking the service whether it is so.
deal-seed = The server’s seed, revealed at the end
deal-commitment = Committed to by
deal-chosen = a share that the player chose
deal-drawn = a share that the player did not choose
deal-shuffle = Event { $n }: { $count ->
    [one] 1 card shuffled
   *[other] { $count } cards shuffled
  }
deal-hands = { $count ->
    [one] 1 hand dealt
   *[other] { $count } hands dealt
  }
deal-hand = The hand of { $name }
deal-lot = Event { $n }: the lot falls on { $name }
deal-draws = { $count ->
        [one] 1 card taken from the pile later on
       *[other] { $count } cards taken from the pile later on, all in the order of the shuffles
    }
deal-draw = { $count ->
        [one] Event { $n }: the card taken from the pile
       *[other] Event { $n }: the { $count } cards taken from the pile
    }
deal-board = The terrains lie in an order drawn by lot as well. That is not recomputed here; the audit does.
deal-holds = ✓ it is so
deal-differs = ✗ something else follows

## show: a game shown elsewhere: shared, in a file, a frame, on paper, on a broadcast

show-open = Open in Haricot
show-share = Share
show-link = Link
show-this-event = To event { $n }, where you are
show-with-result = With the result
show-private = This game is private: a link opens it only for those who have a token for it.
show-native = Share with …
show-embed = Code for another page
show-save-page = Save as a page
show-save-file = Save the game file
show-save-proof = Save the proof
show-saving = Saving …
show-saved-view = What is saved holds what this view shows; the page opens without the service. The proof holds all that you may see, and is verified without it.
show-scores = Scores
## cast: the overlays of a broadcast, and what is set up for it

cast-round = Round { $n }
cast-opens = Starts at { $time }
cast-standings = Standings
cast-added = + { $count } min
cast-title = Broadcast
cast-how = Bind a slot to a table, and paste the address of a field into OBS as a browser source. Bind it again, and the overlay follows.
cast-guide = Steps for OBS
cast-slot-name = Name, such as main
cast-new-slot = Another slot
cast-delay = Seconds late at least
cast-spoiler-free = Without results of the round on air
cast-comment-on = Comment on
cast-shows = shows
cast-nothing = nothing
cast-table-of = Table { $table } of round { $round }
cast-addresses = Addresses for OBS
cast-field-table = Table
cast-field-scores = Scores
cast-field-hands = Hands
cast-field-commentary = Commentary
cast-field-clock = Clock
cast-field-next = Next round
cast-field-standings = Standings
cast-field-wall = All tables
cast-notes = Commentary
cast-notes-how = Click cards, fields and piles to mark them. Notes stay in this browser until you publish them. Seats read what is published when the game is over.
cast-back = To the tournament
cast-no-token = Only a broadcaster or the director of the tournament publishes: open the link with your role first.
cast-note-on = On event { $n }
cast-arrow = Draw an arrow: click where it begins, then where it ends
cast-marked = { $count ->
        [one] 1 mark
       *[other] { $count } marks
    }
cast-clear = Clear
cast-publish = Publish
cast-keep = Keep as a private note
cast-private = Private notes
cast-published = Published
cast-discard = Discard

## ask: the page of the arbiter

ask-title = Ask the arbiter
ask-lead = May this be done? Lay the table, say who does what: the answer names the clause it rests on.
ask-noscript = The table is drawn by scripts. Without them the same question is asked here:
ask-laying = Laying the table …
ask-answer = Answer
ask-asked = { $name }: { $order }
ask-legal = Yes, { $name } may do this.
ask-illegal = No, { $name } may not do this: { $clause }.
ask-unknown = It cannot be said: it hangs on a card that is not known. { $place }
ask-impossible = No game leads to this.
ask-open = The table is possible. What is to be done there?
ask-case-legal = { $card }: allowed
ask-case-illegal = { $card }: not allowed, { $clause }
ask-case-unknown = { $card }: cannot be said either
ask-tell-card = Say which card it is
ask-happens = What happens
ask-which-table = Which table
ask-before = Before
ask-after = After
ask-go-on = Go on from here
ask-may = What { $name } may do
ask-may-nothing = nothing
ask-why-not = Why { $name } may not do the rest
ask-coins = Coins
ask-card-number = card { $n }
ask-fields = Fields
ask-place = Place
ask-how-many = How many
ask-take-away = Take away { $card }, card { $n }
ask-replace = Click a card: it takes the place of the chosen one.
ask-add = Click a card to add it at the end. On the table, click where cards are to lie.
ask-clear = Empty it
ask-field-more = One field more
ask-field-less = One field less
ask-owner = Owner
ask-riders = Riders
ask-terrain = Terrain
ask-to-cards = To the cards
ask-turn-of = To move
ask-phase = Phase
ask-turn-planted = Planted in this turn
ask-turn-number = Turn
ask-exhaustions = Pile exhausted
ask-turn-discarded = a card has been discarded
ask-turn-matching = the discards are being matched
ask-turn-abbeys = Draws for abbeys left
ask-turn-to_take = Cards to take from the merchant
ask-turn-last_attack = this is the last attack
ask-options = Options of the rules
ask-who = Who
ask-what = Command
ask-what-open = choose …
ask-press-first = Click a card, a field or a terrain on the table, or choose what is done; it may be illegal.
ask-press-on = Click what is still open: on the table or here.
ask-press-card = click it on the table
ask-optional = may be left out
ask-member-clear = Leave out: { $member }
ask-member-field = Field
ask-member-slot = Card of the hand
ask-member-with = With
ask-member-give = Gives
ask-member-want = Wants
ask-member-want_turned_up = Wants of the turned-up cards
ask-member-give_coins = Gives coins
ask-member-want_coins = Wants coins
ask-member-proposal = Offer
ask-member-handed_over = Hands over
ask-member-to = To
ask-member-cards = Cards
ask-member-coins = Coins
ask-member-variety = Card
ask-member-coin_cards = Coin cards
ask-member-coin_card = Coin card
ask-member-extra = Cards more
ask-member-terrain = Terrain
ask-member-chosen = Start player
ask-member-target = Target
ask-member-riders = Riders from
ask-member-source = From
ask-member-quarry = Quarry
ask-member-taken = Takes
ask-desk = What is changed
ask-mode = What clicks on the table change
ask-mode-command = Give the command
ask-mode-table = Change the table
ask-offer-away = Take away
ask-in-words = The table in words
ask-advanced = Advanced: as JSON
ask-advanced-says = What POST /v1/positions:adjudicate takes. Change the text, or write a position on one line, and lay it on the table; what you do on the table changes the text.
ask-line = On one line
ask-lay = Lay this table
ask-as-table = Back to what lies there
ask-no-position = this is no position with seats
ask-no-edition = there is no such edition
ask-no-command = this edition has no such command
ask-one-command = one command at a time: go on from the table after it
ask-no-seat = there is no such seat
ask-link-broken = This link holds no question that can be read.
ask-from = Asked about
ask-event = event { $n }
ask-empty = New table …
ask-undo = Undo
ask-redo = Redo
ask-share = Copy the link
ask-shared = The link is copied: it holds the whole question.
ask-share-by-hand = Copy the address of this page: it holds the whole question.
ask-print = Print
ask-sheet = Print the sheet of event { $n }
ask-players = { $count ->
        [one] 1 player
       *[other] { $count } players
    }

## sheet: what an arbiter prints of a game or of one event

sheet-title = Haricot · sheet for the arbiter
sheet-seen-by = Seen by: { $who }
sheet-runs = still being played, as of event { $n }
sheet-verdict = Verdict
sheet-clause = Clause
sheet-facts = The facts
sheet-given-by = Given by
sheet-follows-from = Follows from the command of
sheet-recorded = Recorded
sheet-turn = Whose turn
sheet-yes = yes
sheet-table = The table before and after
sheet-table-after = The table after
sheet-map = The map
sheet-unchanged = What the event has changed stands twice, framed where it came to lie; the rest stands once. The front of a hand comes first.
sheet-middle = On the table
sheet-discards = Discards, the top one
sheet-cards = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
sheet-of-each = { $count } × { $name }
sheet-protected = protected by { $clause }
sheet-trade = No. { $n }: { $name } offers { $other } { $give } for { $want }
sheet-gift = No. { $n }: { $name } would give { $other } { $give }
sheet-lands = Lands of { $name }
sheet-around = What happened around it
sheet-else = What else was legal
sheet-else-says = Instead { $name } could have done this:
sheet-else-nothing = Nothing: there was no other choice.
sheet-else-closed = What a seat may do is told to whoever may see its hand, and only of commands that a seat gives.
sheet-effect = What it changed
sheet-wrong = Events of this game that break the rules
sheet-of-game = Sheet of the whole game
sheet-replay = To the replay
sheet-claim = Claim
sheet-finding = Finding
sheet-ruling = Ruling
sheet-signatures = Signatures
sheet-arbiter = Arbiter
sheet-place-date = Place and date
sheet-back-event = This event can be watched at
sheet-back-game = This game can be watched at
sheet-players = Players
sheet-seat = Seat
sheet-name = Name
sheet-audit = Audit
sheet-all = All events
sheet-end-hidden = How the game ended is left out.
sheet-refused-absent = There is no such game
    .says = It may be misspelt, or it is private: then open it with the link to your seat, and print its sheet from there.
sheet-refused-no-event = There is no event { $n } in this game
    .says = Nothing so far has this number. The sheet of the whole game lists its events.
sheet-refused-hidden = This view is not yours
    .says = A seat sees its own hand, a spectator sees what lies open; everybody may see everything once the game is over. This sheet can be printed as everybody may see it.
sheet-refused-wrong = There is no such sheet
    .says = The address asks for an event or a view as no sheet has it: n is the number of an event; as is a seat, the spectator or everything.
sheet-refused-token = This link is not valid any more
    .says = Open the game with the link to your seat again; the sheet can be printed as everybody may see it.

## protocol: what people sign at the end of a game, on one page

protocol-title = Score sheet of a game
protocol-runs = Still being played, as of event { $n }: there is no result yet, and nothing to sign.
protocol-created = Made
protocol-started = Begun
protocol-ended = Ended
protocol-forked = Goes on from
protocol-forked-at = { $game } after event { $n }
protocol-practice = Practice
protocol-options = Rules and rulings chosen
protocol-usual = As the edition has it unless in bold.
protocol-faults = Irregular events
protocol-no-faults = None was found.
protocol-more = and { $count } more, on the sheet of the game
protocol-disputes = Disputes and rulings
protocol-no-disputes = None is recorded.
protocol-proof = Proof in short
protocol-level = Level of the deal
protocol-commitment = Commitment
protocol-uncommitted = none was made
protocol-log = Log
protocol-size = Entries of the log
protocol-root = Root of the log
protocol-key = Signed with the key
protocol-unsigned = not signed
protocol-signed-upto = { $signer }, up to entry { $n }
protocol-verify = To verify it, take the audit bundle (haricot export { $game } --bundle), switch the network off and run haricot verify or the single file verify_bundle.py: size, root and key must be these.
protocol-sign = Whoever signs confirms the result; a protest is written down here first.
protocol-remarks = Remarks
protocol-judge = It is in no signed log. The game’s file ({ $game }.haricot.jsonl) shows what was recorded; haricot audit judges it anew.
## verify: the page that verifies the proof of a game
verify-title = Verify a game
verify-lead = Drop the proof of a game here, the file that its page or the service gave you. This page reads and judges it in your browser and sends it nowhere: switch the network off first, if you like.
verify-noscript = This page needs scripts. Without them:
verify-choose = The proof of a game (*.haricot-audit.json)
verify-key = The key of the service, if you once wrote it down
verify-key-says = Without one, the key that the file names is believed. Whoever made the file could have named any.
verify-plain = This page came over plain http: browsers lend it no cryptography then, so its own script reckons. Whoever stands in between could have changed that script; verify_bundle.py, taken from somebody you trust, cannot be changed so.
verify-no-key = This is no key: it is written name+id+key, as the service tells under /v1/keys.
verify-unreadable = The file cannot be read: { $why }
verify-of = { $game }, { $events } events
verify-own-key = Signed, by its own word, with
verify-with-key = Signed with
verify-event = Event { $n }:
verify-holds = Holds:
verify-fails = Does not hold:
verify-open = Shown in part:
verify-skipped = Not looked at:
verify-more = And { $count } more.
verify-not-shown = No proof shows that the operator did not look at hands, or who sat at the table. Whether each move was allowed is decided by haricot verify.
verify-good = Whole and proved
    .says = Every event is one that was signed, in this order, none left out; every hidden card is the one fixed as it was dealt, and every shuffle follows from the seed that was committed to before.
verify-tampered = Tampered with
    .says = This file is not what was signed. Below stands what was changed, first of all the first event that is wrong.
verify-other-key = Signed with another key
    .says = This file is not signed with the key that you have. Ask who signed it.
verify-incomplete = Whole, as far as it goes
    .says = Nothing in it is wrong, but not all can be shown yet: the game goes on, or this view hides cards.
verify-unproved = Whole, but the deal is unproved
    .says = Nothing was changed, but nobody committed to this deal before it was dealt, or its seed was never revealed.
verify-step-canonical = The file is written as such files are, to the last byte.
verify-step-note = The key of the service signed the checkpoint.
verify-step-root = The entries are those that were signed, in this order, none left out.
verify-step-consistency = Nothing that was signed before was rewritten.
verify-step-service = The checkpoint stands in the public log of the service.
verify-step-parents = A fork goes on from the game that it names.
verify-step-disclosures = Each hidden value is the one that was fixed as it happened.
verify-step-deal = Each shuffle follows from the seed, and each card lay where it was taken from.
verify-found-cut-off = The file is cut off: its end is missing. Download it again.
verify-found-json = This is no JSON with whole numbers.
verify-found-not-canonical = It is not written as canonical JSON is: something was added or changed.
verify-found-no-bundle = This is no proof of a game.
verify-found-base64 = This is not base64 as it is written: { $text }
verify-found-no-key = The key in the file is none, or has the id of another.
verify-found-no-note = A signed note is a text, a blank line and signatures; this is none.
verify-found-no-signature = A line of a signature is not as it is written.
verify-found-signature = The signature of { $name } is not the one under this text: one of them was changed.
verify-found-unsigned = { $name } did not sign it.
verify-found-no-number = A number is not written as numbers are.
verify-found-no-checkpoint = A checkpoint has three lines: origin, size and root.
verify-found-no-entry = This has another shape than an entry.
verify-found-changed = This entry was changed after it was signed: its hash is another.
verify-found-of-another = This entry does not belong here: it is event { $n } of { $game }.
verify-found-origin = The checkpoint is of { $origin }.
verify-found-size = { $signed } events were signed, and there are { $count }: some are missing, or were added.
verify-found-other-root = An entry from here on is not the one that was signed.
verify-found-rewritten = The first { $count } entries are not those that were signed then: history was rewritten.
verify-found-no-consistency = The proof of an earlier checkpoint is not the one that follows from the entries.
verify-found-no-service = Nothing shows that the checkpoint stands in the public log of the service.
verify-found-no-proof = What ought to prove the checkpoint in the log of the service is no such proof.
verify-found-not-in-log = The checkpoint is not where the log of the service is said to hold it.
verify-found-no-fork = No fork begins here that goes on from the game before.
verify-found-other-parent = The fork goes on from another game than the one in this file.
verify-found-no-root = The fork tells no root, so nothing binds what was played before it.
verify-found-no-disclosure = What ought to open a hidden value cannot be read, or opens nothing here.
verify-found-in-the-open = { $place } is in the open: nothing was hidden there.
verify-found-not-hidden-here = What was hidden here is something else: { $place } was not { $value }.
verify-found-kept-back = { $count } hidden values are kept back.
verify-found-no-event = This cannot be an event.
verify-found-not-matched = { $cards } were taken from the discard pile, but on its top lay: { $there }.
verify-found-not-drawn = Seat { $seat } drew { $cards }, but on top of the pile lay: { $there }.
verify-found-not-taken = { $cards } came off the pile, but on its top lay: { $there }.
verify-found-not-dealt = Seat { $seat } was dealt { $cards }, but there lay: { $there }.
verify-found-other-share = Seat { $seat } reveals another share of the deal than it had committed to.
verify-found-other-lot = By the seed, seat { $seat } would have begun.
verify-found-other-pile = The cards that were shuffled are not those that lay there.
verify-found-other-order = The seed shuffles the pile otherwise: as card { $place } from the top it gives { $gives }, not { $card }.
verify-found-other-key = It is signed with the key { $key }.
verify-found-other-seed = The seed is not the one that was committed to before the deal.
verify-found-uncommitted = The service never committed to this deal.
verify-found-unrevealed = The seed of { $game } was not revealed, or is not in the file.
verify-found-other-reveal = The file tells another seed than the last event reveals.
verify-found-deck-order = The deck did not lie with the most frequent bean on top.
verify-found-hidden = Cards are hidden in this view.
verify-found-goes-on = The game goes on: this is all so far.
verify-found-dealt-anew = A fork dealt anew what its maker could not know, so that stays hidden.
verify-found-other-rules = The game was not created under the rules that the file names.
verify-found-no-view = There is no such view of this game.

## dispute: the disputes about a game
dispute-title = Disputes
dispute-none = Nothing is disputed.
dispute-head = Dispute { $n }: { $who } on event { $event }
dispute-see = See the event
dispute-judged = What the rules say
dispute-again = Played again here
dispute-arbiter = An arbiter
dispute-sealed = Sealed until the game is over.
dispute-erased = What was written was erased.
dispute-events = Events { $events }
dispute-branch = Goes on in { $game }
dispute-counts = { $game } is the game that counts.
dispute-upheld = Upheld by { $clause }.
dispute-dismissed = Dismissed by { $clause }.
dispute-remedy-stands = All stands as it is.
dispute-remedy-repair = It is put right at the table.
dispute-remedy-rewind = It is played again from event { $n } on.
dispute-remedy-void = The game does not count.
dispute-penalty = { $who }: { $penalty }
dispute-result = Result
dispute-confirmed = Confirmed by { $who }.
dispute-unconfirmed = Nobody has confirmed it yet.
dispute-term-protest = Protests against the result are heard for { $term } once the game is over.
dispute-term-appeal = A ruling can be appealed for { $term }.
dispute-span-days = { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
dispute-span-hours = { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
dispute-span-minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
dispute-span-seconds = { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
dispute-is-open = awaits a ruling
dispute-is-ruled = ruled
dispute-is-appealed = appealed
dispute-is-reopened = taken up again
dispute-is-withdrawn = withdrawn
dispute-filed-dispute-opened = { $who } claims
dispute-filed-statement-made = { $who } states
dispute-filed-evidence-pinned = { $who } names as evidence
dispute-filed-facts-found = { $who } finds
dispute-filed-dispute-ruled = { $who } rules
dispute-filed-ruling-proposed = { $who } proposes to the committee
dispute-filed-ruling-joined = { $who } agrees with it
dispute-filed-committee-ruled = The committee rules so
dispute-filed-ruling-appealed = { $who } appeals
dispute-filed-dispute-reopened = { $who } takes it up again
dispute-filed-dispute-withdrawn = { $who } withdraws it
dispute-filed-played-on = { $who } plays on under protest
dispute-filed-official-fork-made = It is played again
dispute-powers = What arbiters did
dispute-filed-arbiter-called = { $who } calls an arbiter
dispute-filed-arbiter-came = The arbiter who was called has come
dispute-filed-arbiter-agreed = { $who } agrees to the arbiter
dispute-filed-arbiter-admitted = The arbiter may look at every hand and rule
dispute-filed-call-withdrawn = { $who } withdraws the call
dispute-filed-look = { $who } looked at the cards
dispute-filed-record = { $who } set the table right
dispute-filed-void = { $who } voided the game
dispute-filed-pause = { $who } paused the game
dispute-filed-resume = { $who } let the game go on
dispute-after = After event { $n }
dispute-hand = Through the eyes of { $who }
dispute-every-hand = Every hand
dispute-find = What happened
dispute-find-text = What you find to have happened, apart from the rule
dispute-find-sealed = Seal it until the game is over, since it tells of hidden cards
dispute-find-file = Record this finding
dispute-rule = Rule on it
dispute-rule-outcome = The claim is
dispute-rule-upheld = upheld
dispute-rule-dismissed = dismissed
dispute-rule-clause = Clause
dispute-rule-article = Entry of the book
dispute-rule-remedy = What follows
dispute-rule-back = Played again after event
dispute-rule-exact = Keep the pile as it lay, though somebody may have seen it
dispute-rule-why = Why it is kept
dispute-rule-penalty = Penalty
dispute-rule-against = For
dispute-rule-branch = Which game counts
dispute-rule-committee = The others of the committee, by their ids; leave it empty where they are named already
dispute-rule-text = Reasons
dispute-rule-file = Give this ruling
dispute-rule-propose = Propose this to the committee
dispute-votes = Committee: { $agreed } of { $members } agree; { $needed } make it a ruling.
dispute-organiser = The organiser
dispute-join-what = Members of the committee agree here, each for themselves.
dispute-join = Agree with this
dispute-withdraw-what = This is your claim; before a ruling you can withdraw it.
dispute-withdraw = Withdraw it
dispute-goes-on = { $game } goes on, though by this ruling it does not count. Before it is over, nothing of the games beside it is opened.
dispute-opens-later = The hands and the pile of this game are told once { $game } is over.
dispute-call-off-what = { $game } ends without a result, for good.
dispute-call-off = Call it off
dispute-do-stands = All stands as it is
dispute-do-repair = It is put right at the table
dispute-do-rewind = It is played again
dispute-do-void = The game does not count
dispute-nobody = nobody
dispute-make = Make this game
dispute-make-what = It is to be played again: the same people keep their hands, and what nobody knew is dealt anew unless the ruling says otherwise. This game ends without a result.
dispute-made = They go on here; each link is for one seat alone:
dispute-protest-what = Until it is ruled, both may go on: this game, and a branch of it from after event { $n }, with the same people and hands and the pile shuffled.
dispute-protest = Make a branch under protest
dispute-protest-made = Whoever claimed names this branch here:
dispute-play-on-what = Where an arbiter has made a branch, you may play on in it under protest; the ruling says which game counts.
dispute-play-on-branch = Branch
dispute-play-on = Play on under protest
dispute-state = Your statement
dispute-state-text = What you remember of it; everybody may read it
dispute-state-file = Add this statement
dispute-pin = Name events as evidence
dispute-pin-what = Which events speak for or against it?
dispute-pin-file = Add this evidence
dispute-appeal = Appeal from this ruling
dispute-appeal-until = A committee rules on it again. You can appeal until
dispute-appeal-text = Why the ruling is wrong
dispute-appeal-file = Appeal
dispute-reopen = Take it up again
dispute-reopen-text = What new evidence there is
dispute-reopen-file = Reopen this dispute
dispute-halt-why = Why, for everybody to read
dispute-halt-pause = Pause the game
dispute-halt-resume = Let the game go on
dispute-put-right-what = To be put right at the table: press the card, then where it goes.
dispute-ready-both = Both players agree on it.
dispute-ready-log = The log of the game shows it.
dispute-ready-meant = It was not what was meant; it is put right.
## record: the page that takes a game from paper

record-title = A game from paper
record-lead = Write what was played at the table, one move a word, and see it laid beside you. Nothing is kept: save the game as a file when it is whole.
record-noscript = This page needs scripts. Without them:
record-sheet = The sheet, in bean notation
record-read = { $lines ->
        [one] 1 line read, up to event { $events }
       *[other] { $lines } lines read, up to event { $events }
    }
record-slip = Line { $line }, column { $column }: this cannot be read
record-contrary = Line { $line }, column { $column }: this is impossible
record-there = Show me where
record-wrong = What the rules refuse
record-event = Event { $n }:
record-save = Save { $name }
record-line = The table on one line
record-play = What happened, the last line first

## hearing: what stands in the way of a ruling

hearing-unknown = Nobody can rule on this game yet: nobody has said who sits at { $who }. Whoever made the game can confirm here that different people sit there.
hearing-confirm-says = You made this game. By this you confirm that these are different people, and that none of them is the arbiter. Everybody can read that you said so.
hearing-confirm = { $count ->
    [one] Yes, this is one person
   *[other] Yes, these are { $count } different people
  }
hearing-arbiter-players_unknown = You cannot rule here yet: it is not known who all the players are. Whoever made the game confirms it on this page, with the organiser’s link.
hearing-arbiter-own_game = You cannot rule here: you sit at this table, or sat there. Another arbiter has to be called.
hearing-arbiter-own_organiser = You cannot rule here: a player of this table called you alone. Let that player call an arbiter with “Call an arbiter”, so that all the others can agree.
hearing-arbiter-unknown = You cannot rule here: nobody knows who you are, or who called you. Ask to be called with “Call an arbiter”, and open that link.

## clock: the time that players have

clock-title = Clock
clock-trading = Trading
clock-days = { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
clock-expired = time up
clock-passed = passed
clock-pass = Pass
clock-waits = The clock starts with the first move.
clock-stopped = The clock stands still.
clock-why-paused = The clock stands still: the game is paused.
clock-why-time_up = Time is up: an arbiter is called.
clock-start = Start the clock
clock-stop = Stop the clock
clock-more-all = 1 minute for all
clock-more-seat = One more minute for { $name }
clock-more-trading = One more minute of trading

## call: an arbiter is called, and comes

call-title = Called as an arbiter
call-opening = The link is being read.
call-arbiter = Call an arbiter
call-says = Show the link to somebody who does not play here. They see what spectators see until everybody else at the table agrees; then they see every hand and rule. Everybody is told that you call.
call-host-says = You made this game and sit at no seat. Show the link to somebody who does not play here: they see every hand and may rule at once. Everybody is told that an arbiter was called.
call-why = Why
call-why-usual = We need a ruling.
call-make = Make the link
call-show = Let the arbiter read this code, or send them the link. Whoever opens it first is the arbiter. It lasts an hour.
call-link = Link for the arbiter
call-withdraw = Withdraw the call
call-stands = You have called an arbiter; the link is still open. A new link takes its place.
call-waits = Now { $who } must agree: a line above the table asks them.
call-waits-host = Now the organiser must agree: nobody else sits at the table.
call-hosted = Whoever opens the link is an arbiter at once.
call-by = { $who } asks you to rule on a dispute in this game.
call-seat = Seat { $n }
call-come = I am the arbiter
call-come-says = Only come if you do not play at this table. You see what spectators see until all the others agree; then you see every hand, and may rule. The link is used up by this.
call-no-key = The link lacks its end. Open it once more, or read the code again.
call-taken = Somebody has opened this link before: it is for the first alone. If that was not you, have the player call again.
call-expired = This call was open for an hour and is over. Have the player call again.
call-gone = This link counts no more: the call was withdrawn, or another is in its place. Have the player call again.

## case: what is disputed and ruled, told to the table

case-title = What is disputed
case-arbiter = An arbiter
case-dispute-opened = { $who } disputes event { $event }.
case-ruling-appealed = { $who } appeals from the ruling on dispute { $dispute }.
case-dispute-reopened = { $who } takes dispute { $dispute } up again.
case-dispute-withdrawn = { $who } withdraws dispute { $dispute }.
case-upheld = A ruling on dispute { $dispute }: upheld by { $clause }.
case-dismissed = A ruling on dispute { $dispute }: dismissed by { $clause }.
case-called = { $who } calls an arbiter.
case-not-come = The arbiter has yet to come.
case-waits = Still to agree: { $who }.
case-waits-host = The organiser has yet to agree.
case-agree = { $who } calls an arbiter who may see every hand.
case-agree-do = Agree
case-agree-says = Whoever came by this call sees every hand, also yours, and rules.
case-admitted = The arbiter is here and may rule.
case-you-rule = All agree: you may see every hand, and rule.
case-paused = The game is paused.
case-withdraw = Withdraw the call
case-read = Read
case-pause = Pause
case-pause-why = Dispute { $dispute } is being heard.

## correct: how an arbiter sets the table right

correct-title = Set the table right
correct-which = Press the card that lies wrong
correct-how = Then press where it belongs. Nothing changes before you confirm. You see every hand meanwhile, and everybody is told so.
correct-where = Where does { $card } go?
correct-ask = Set it right so?
correct-done = Done: { $says }.
correct-nothing-there = No card lies there: press a card.
correct-refused = This cannot be done: { $why }.
correct-went-on = The game has gone on meanwhile. Look at the table, and press the card again.
correct-not-arbiter = Only an arbiter of this game who may see every hand sets the table right.
correct-other-card = Another card
correct-end = Finish
correct-goal = Where it goes …
correct-else = Something else …
correct-turn = It is the turn of { $who }
correct-shuffle = Shuffle the draw pile
correct-why = Why, for everybody to read
correct-why-ruling = Ruling on dispute { $dispute }.
correct-give = Set it right
correct-not = Do not
correct-top-card = the top card
correct-of = { $card } of { $who }
correct-to-field = { $who }: field { $field }
correct-to-hand = { $who }: hand
correct-to-coins = { $who }: coins
correct-to-aside = { $who }: set aside
correct-to-pile = On top of the draw pile
correct-to-bottom = Beneath the draw pile
correct-to-discards = Discards
correct-to-up = Turned up
record-mend = Write { $written }
record-sample = Show an example
record-how = How moves are written
record-guide = All about the notation
record-notation = How moves are written: { $edition }
record-written = Written
record-means = Means
record-note-braces = In braces: the hand card that was planted, offered or handed over
record-note-seat = Another seat than the active player’s: the first player is A
record-note-star = In an offer, behind a card: it is asked of the other player’s hand. Without the star it is a turned-up card
record-note-place = The third card of the hand, from the front
record-note-undo = The last move was taken back at the table
record-note-note = A remark
record-note-waived = This was really played so, against the rules: it is kept as an irregularity

## tournament: the list of tournaments, the page of one, its wall

tournament-list-title = Tournaments
tournament-list-lead = Rounds at tables of two to seven, drawn so that anybody can compute every draw again. Follow one, or hold one: all you need is a phone.
tournament-needs-scripts = This page needs scripts. Without them there is the file of the tournament.
tournament-loading = Loading …
tournament-none = No tournaments here yet.
tournament-new = New tournament
tournament-title = What it is called
tournament-edition = Edition
tournament-format = How rounds are drawn
tournament-format-heats = heats
tournament-format-swiss = Swiss
tournament-format-round_robin = round robin
tournament-format-knockout = knock-out
tournament-format-league = league
tournament-format-how = Heats are drawn beforehand, so that players meet each other as rarely as can be. Swiss rounds put players of like score at one table. In a round robin all meet. In a knock-out the best of each table stay in. In a league no round waits for another.
tournament-rounds = Rounds
tournament-preferred = Players at a table (empty: 4)
tournament-more-rules = More rules
tournament-final = Players in a final (empty: none)
tournament-counted = Best rounds that count (empty: all)
tournament-delay = Seconds by which spectators are behind
tournament-private = Private: only officials and players know of it
tournament-create = Create the tournament
tournament-facts = { $edition } · { $format } · { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    } · { $players ->
        [one] 1 player
       *[other] { $players } players
    }
tournament-status-registration = registration
tournament-status-running = LIVE
tournament-status-closed = closed
tournament-forked-from = What if, from event { $n } of the original
tournament-tab-rounds = Tables
tournament-tab-standings = Standings
tournament-tab-players = Players
tournament-tab-history = History
tournament-tab-path = My tables
tournament-path = All rounds of { $name }
tournament-stands = Rank { $rank } · points: { $points }
tournament-not-drawn = Not drawn in this round:
tournament-no-such-player = There is no such player in this tournament.
tournament-acting-as = Acting as
tournament-role-director = director
tournament-role-arbiter = arbiter
tournament-role-scorer = scorer
tournament-role-broadcaster = broadcaster
tournament-role-player = player
tournament-role-spectator = spectator
tournament-desk = What to do
tournament-draw = Draw round { $n }
tournament-undraw = Withdraw the draft
tournament-release = Release round { $n }
tournament-start-games = Start the games of round { $n } here
tournament-confirm-round = Confirm round { $n }
tournament-reopen-round = Reopen round { $n }
tournament-close = Close the tournament
tournament-reopen = Reopen the tournament
tournament-reveal = Reveal all secrets
tournament-tables-settled = Round { $n }: { $settled } of { $count } tables have their result.
tournament-disputes = The disputes
tournament-judge = Judge here
tournament-awaits-game = No game and no result yet:
tournament-awaits-confirmation = Results to be confirmed:
tournament-awaits-deal = Ended, while another table still plays the same cards:
tournament-awaits-holds = Others with the same cards wait for this game to end:
tournament-call-off = Call the game off
tournament-awaits-voided = The game ended without a result:
tournament-awaits-absent = The game cannot be read:
tournament-awaits-not_public = The end of the game is not public:
tournament-awaits-other_size = The game has another number of players:
tournament-awaits-time_up = Time is up, and an arbiter is called:
tournament-awaits-stopped = The game is paused, or its clock is stopped:
tournament-awaits-ruling = A dispute awaits a ruling:
tournament-awaits-replay = To be played again by a ruling:
tournament-awaits-reopening = A ruling changes the result; reopen the tournament:
tournament-new-comments = New comments of spectators:
tournament-read-comments = Read
tournament-present-count = { $count ->
        [one] 1 player is here.
       *[other] { $count } players are here.
    }
tournament-too-few = Round { $n } can be drawn once at least { $count } players are here.
tournament-register-players = Register players
tournament-check-in-players = Check in players
tournament-running-for = Running for { $time }
tournament-time-left = { $time } left
tournament-time-up = Time is up, { $time } ago
tournament-ends-at = Time is up at { $time }.
tournament-printed-start = Start: { $time }
tournament-printed-length = Length: { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    }
tournament-add-time-table = 5 more minutes for table { $n }
tournament-minutes = Minutes of a round (empty: no limit)
tournament-seeding = Knock-out: tables are filled
tournament-seeding-lot = at random
tournament-seeding-standings = by the standings
tournament-rules-and-times = Rules and times
tournament-rules-from = From round { $n } on
tournament-change-rules = Change the rules
tournament-times = When a round is played
tournament-which-round = Round
tournament-opens = From
tournament-closes = To
tournament-announce = Announce
tournament-add-time = 5 more minutes
tournament-time-added = { $count } minutes were added
tournament-round = Round { $n }
tournament-round-short = round { $n }
tournament-round-draft = draft
tournament-round-released = released
tournament-round-confirmed = confirmed
tournament-no-rounds = No round is announced yet.
tournament-window = Round { $n } is played from { $opens } to { $closes }.
tournament-table = Table { $n }
tournament-table-short = table { $n }
tournament-table-open = no result yet
tournament-table-playing = being played
tournament-table-entered = to be confirmed
tournament-table-confirmed = confirmed
tournament-table-voided = no result, by a ruling
tournament-sit-outs = Sitting out:
tournament-byes = Staying in without a game:
tournament-out = Out:
tournament-cost = Cost of this seating { $cost }, and no seating costs less than { $bound }.
tournament-secret = Secret of the draw:
tournament-swap-how = To swap two players, click one and then the other.
tournament-swap-with = Click the player who changes places with { $name }.
tournament-swapped = { $one } and { $other } change places.
tournament-swap-cost = Swapped. The seating cost { $before } before, and costs { $after } now.
tournament-wrong-seats = Wrong seats?
tournament-seats-ruling = { $one } and { $other } sat in each other’s seats
tournament-event-seats-swapped = A ruling: { $name } and { $other } sat in each other’s seats in round { $round }
tournament-enter = Enter the result
tournament-confirm = Confirm the result
tournament-correct = Correct by a ruling
tournament-void = Rule: no result
tournament-cancel = Cancel
tournament-reason = Reason, which everybody may read
tournament-place = place { $n }
tournament-game = The game
tournament-no-standings = There are no players yet.
tournament-standings-how = Open a line to see where its points come from.
tournament-why-game = Game
tournament-why-paper = Game on paper
tournament-why-sit_out = Sat out
tournament-why-penalty = Penalty
tournament-why-ruling = Ruling
tournament-why-dropped = Not one of the best rounds
tournament-duplicate = Same cards at all tables (duplicate)
tournament-duplicate-none = no
tournament-duplicate-coins = compare coins
tournament-duplicate-matchpoints = compare by matchpoints
tournament-duplicate-how = In duplicate all tables of one size play the same deal, and your coins are compared with those of everyone who held your seat. Results are shown when the last of these tables has ended.
tournament-is-duplicate-coins = in duplicate: coins
tournament-is-duplicate-matchpoints = in duplicate: matchpoints
tournament-clock-turn = { $time } a turn
tournament-clock-trading = { $time } a trading, for all
tournament-clock-game = { $time } for the game
tournament-clock = Clock of the games: { $budgets }. When time is up, { $zero }.
tournament-round-clock = Clock of the games of this round: { $budgets }. When time is up, { $zero }.
tournament-round-no-clock = The games of this round have no clock.
tournament-same-deal = { $count ->
        [one] Side by side with the other table of this deal
       *[other] Side by side with { $count } other tables of this deal
    }
tournament-compared = { $others ->
        [one] { $coins } coins; the same seat at the other table: { $mean }
       *[other] { $coins } coins; the same seat at { $others } other tables: { $mean } on average
    }
tournament-compared-alone = { $coins } coins; the others at this table: { $mean } on average
tournament-compared-line = Table { $table }, { $name }: { $coins }
tournament-event = event { $n }
tournament-tie-breaks = Tie-breaks:
tournament-tie-wins = wins
tournament-tie-coin_share = share of coins
tournament-tie-turn_order = turn order
tournament-tie-opponents = opponents
tournament-tie-head_to_head = among themselves
tournament-tie-lot = lot
tournament-tie-reached = round reached
tournament-tie-place = place there
tournament-register = Names, in any list; a club in parentheses
tournament-register-example = Ana Muster (Bean Club)
tournament-register-present = They are here
tournament-register-do = { $count ->
        [one] Register 1 player
       *[other] Register { $count } players
    }
tournament-players-count = { $count ->
        [one] 1 player
       *[other] { $count } players
    }, { $present } here
tournament-check-in = Check in
tournament-check-in-all = Check in all
tournament-withdraw = Withdraw
tournament-present = here
tournament-absent = not here
tournament-excluded = excluded
tournament-player-link = Link
tournament-helpers = Links for helpers
tournament-helpers-how = Who has a link acts in its role until the end of the tournament. A result from paper is confirmed by another person than who entered it.
tournament-public-link = For spectators
tournament-new-scorer = Another scorer
tournament-new-arbiter = Another arbiter
tournament-new-broadcaster = Another broadcaster
tournament-penalties = Penalties
tournament-penalty = Penalty
tournament-penalty-warning = warning
tournament-penalty-coin_loss = loss of a coin
tournament-penalty-game_loss = loss of the game
tournament-penalty-points = loss of points
tournament-penalty-exclusion = exclusion
tournament-penalise = Give the penalty
tournament-player = Player
tournament-lift = Lift
tournament-lifted = lifted
tournament-audit = Check every event
tournament-verdict-ok = every event is right
tournament-verdict-open = right so far
tournament-verdict-wrong = something is wrong
tournament-fork = What if …
tournament-erased = (erased)
tournament-back = One event back
tournament-forth = One event on
tournament-after-event = Shown after this event
tournament-at = Event { $n } of { $last }
tournament-to-now = To the present
tournament-file-how = Anybody can compute all of this again:
tournament-file = the file of the tournament
tournament-statistics = Statistics of its games
tournament-wall = Page for the wall
tournament-event-tournament-created = The tournament is created
tournament-event-rules-changed = The rules change from round { $round } on
tournament-event-player-registered = { $name } is registered
tournament-event-club-noted = The club of { $name } is noted
tournament-event-pair-forbidden = { $name } and { $other } do not meet
tournament-event-player-checked-in = { $name } is here
tournament-event-player-withdrew = { $name } withdraws
tournament-event-player-substituted = { $other } plays for { $name } at table { $table } of round { $round }
tournament-event-round-drawn = Round { $round } is drawn: cost { $cost }, at least { $bound }
tournament-event-seating-overridden = The seating of round { $round } is prescribed: cost { $before } before, { $after } now
tournament-event-draw-withdrawn = The draft of round { $round } is withdrawn
tournament-event-round-released = Round { $round } is released
tournament-event-game-linked = Table { $table } of round { $round } plays { $game }
tournament-event-table-result-taken = Result of table { $table }, round { $round }: { $scores }
tournament-event-table-result-entered = Result of table { $table }, round { $round }, from paper: { $scores }
tournament-event-table-result-confirmed = The result of table { $table }, round { $round }, is confirmed
tournament-event-table-result-corrected = A ruling corrects table { $table }, round { $round }: { $scores }
tournament-event-table-voided = A ruling: table { $table } of round { $round } has no result
tournament-event-penalty-given = Penalty { $penalty } for { $name }: { $kind }
tournament-event-penalty-lifted = Penalty { $penalty } is lifted
tournament-event-time-added = { $table ->
    [0] { $seconds } seconds are added in round { $round }
   *[other] { $seconds } seconds are added at table { $table } of round { $round }
  }
tournament-event-round-confirmed = Round { $round } is confirmed
tournament-event-round-reopened = Round { $round } is reopened
tournament-event-tournament-closed = The tournament is closed
tournament-event-tournament-reopened = The tournament is reopened
tournament-event-secrets-revealed = All secrets are revealed
tournament-print = Print
tournament-print-pairings = Tables
tournament-print-names = By name
tournament-print-slips = Slips for results
tournament-print-cards = Cards for tables
tournament-print-standings = Standings
tournament-slip-score = Coins
tournament-slip-place = Place
tournament-slip-signature = Signature
tournament-points = Points
tournament-spoiler-free = Without results
tournament-frame-kept-back = Results are kept back.
tournament-kept-back = Results are kept back. Untick “Without results” to see them.
tournament-before = (rank { $rank } with { $points } in the original)
tournament-beside-original = Beside each player stands the line of the original.
tournament-start-how = Tick who is a bot. Everybody else gets a link to their seat. The results come by themselves.
tournament-start-do = { $count ->
        [one] Start 1 game
       *[other] Start { $count } games
    }
tournament-with = with { $names }
tournament-event-round-scheduled = The time of round { $round } is announced
tournament-advance = Knock-out: who stays in from a table (empty: half)

## statistics: an edition in numbers, a player, two players side by side

statistics-title = Statistics
statistics-editions = Editions
statistics-loading = Counting …
statistics-needs-scripts = This page needs scripts. The numbers are here:
statistics-player-title = Player
statistics-plot = plot
statistics-keys = Arrow keys go from point to point.
statistics-games-of = Games behind it
statistics-csv = Download as CSV
statistics-as-table = As a table
statistics-which = Which games
statistics-all-sizes = All sizes
statistics-of-players = { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
statistics-of-tournament = Only games of the tournament
statistics-all-tournaments = All games of this edition
statistics-with-simulated = All games
statistics-without-simulated = Games with people
statistics-turn-order = Turn order
statistics-bots-order = Equal bots on { $deals } simulated deals, to compare
statistics-turn-order-how = Share of games won by the first, second … in turn, with its 95 % interval. The dashed line is an equal share.
statistics-turn-order-point = Turn { $n }: { $share } won ({ $low } to { $high }), { $count } games.
statistics-turn = Turn { $n }
statistics-order = Turn
statistics-games = Games
statistics-won = Won
statistics-interval = 95 %
statistics-coins = Coins
statistics-varieties = Which bean pays
statistics-varieties-how = Coins for each hundred cards that were sold.
statistics-variety-point = { $bean }: { $rate } coins for a hundred cards ({ $coins } for { $sold }).
statistics-bean = Bean
statistics-planted = Planted
statistics-sold = Sold
statistics-rate = Coins / 100
statistics-length = Length
statistics-length-how = { $count ->
        [one] One game, of { $mean } turns.
       *[other] Turns of a game: { $mean } on average ({ $low } to { $high }), { $count } games.
    }
statistics-length-point = { $turns } turns: { $count } games.
statistics-turns = Turns
statistics-pairs = Who trades with whom
statistics-pairs-how = Given and got are what the first of the two gave and got, in coins: a card counts the best rate of its beanometer.
statistics-pair = Players
statistics-trades = Trades
statistics-gifts = Gifts
statistics-given = Given
statistics-got = Got
statistics-ratings = Ratings
statistics-ratings-how = Everybody starts at 25. The line is the uncertainty: one standard deviation to each side.
statistics-rating-point = { $player }: { $rating } ± { $uncertainty }, { $count } games.
statistics-player = Player
statistics-rating = Rating
statistics-provisional = provisional
statistics-lead = { $count ->
        [one] { $edition }: { $count } game was counted.
       *[other] { $edition }: { $count } games were counted.
    }
statistics-rules = Its rules
statistics-none = No game has been counted yet. A game counts when it was played to its end by the printed rules.
statistics-unknown-player = This player is not known, or has no game that counts.
statistics-search-games = Search the games
statistics-tournaments = Tournaments
statistics-definitions = Definitions, version { $version }.
statistics-definitions-where = What is counted
statistics-adds-turn = { $coins } coins, share of the win { $win }
statistics-adds-bean = { $planted } planted, { $sold } sold, { $coins } coins
statistics-adds-length = { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }
statistics-which-games = The games behind the numbers
statistics-which-games-how = Newest first, each with its players in turn order and their scores.
statistics-nameless = a player without a name
statistics-simulated = bots only
statistics-more = More games
statistics-form = Form
statistics-form-how = The place in the last games, the newest first.
statistics-form-game = Place { $place } of { $count }, { $day }
statistics-game = Game
statistics-opponent = Opponent
statistics-expected = Expected
statistics-result = Result
statistics-part = Part
statistics-rating-course = Rating over time
statistics-rating-course-how = The band is the uncertainty. Choose a game to see what each opponent added.
statistics-corrections = Corrected ratings
statistics-correction = { $day }: { $before } → { $after }. { $why }
statistics-no-rating = no rating
statistics-why-voided = A game was voided.
statistics-why-ruled = A ruling set the result of a game aside.
statistics-why-counted-again = A game counts again.
statistics-why-merged = Two players were merged.
statistics-rating-step = { $day }: { $before } → { $after }.
statistics-favourites = Favourite beans
statistics-favourites-how = How many cards of each variety were planted.
statistics-favourite-point = { $bean }: { $planted } planted, { $coins } coins.
statistics-partners = Partners
statistics-partners-how = Players at the same tables: how often this one was ahead, level or behind, and what they traded.
statistics-ahead = Ahead, level, behind
statistics-compare = Compare
statistics-last-games = Last games
statistics-place = place { $place } of { $count }
statistics-score = { $count ->
        [one] { $count } coin
       *[other] { $count } coins
    }
statistics-all-games = All games
statistics-never-here = { $player } has no counted game in { $edition }.
statistics-ahead-of = Ahead of the other
statistics-given-to = Gave the other
statistics-comparison = Side by side
statistics-figure = Figure
statistics-met = { $count ->
        [one] { $count } game together
       *[other] { $count } games together
    }
statistics-never-met = They have not met at a table.
statistics-alone = { $player } alone
statistics-is-bot = a bot
tournament-article = Entry of the book of remedies
tournament-of-round = In round
