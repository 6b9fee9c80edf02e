# Die Wörter der Seiten. Wie man neue hinzufügt: en.ftl. Wir sagen du.

## base

base-skip = Zum Inhalt
base-site = Website
base-games = Partien
base-tournaments = Turniere
base-statistics = Statistik
base-rules = Regeln
base-arbiter = Schiedsrichter
base-api = API
base-language = Sprache
base-foot = Haricot spielt die Bohnanza-Familie nach Regeln, die man zitieren kann. Es gehört nicht zu den Verlagen der Spiele.
base-codes = Fehlercodes

## error

error-absent = Hier wächst nichts
    .says = Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie falsch geschrieben, oder was hier war, ist weg.
    .next = Zu den Partien
error-many = Eine Bohne nach der anderen
    .says = Das sind mehr Anfragen, als ein Browser oder ein Netz stellen darf. Es geht nichts verloren.
    .next = Zu den Partien
error-many-again = Diese Seite lädt von selbst neu. Noch Sekunden:
error-refused = Das geht hier nicht
    .says = Die Anfrage passt nicht zu dieser Adresse.
    .next = Zu den Partien
error-broken = Bei uns ist etwas kaputtgegangen
    .says = Es lag nicht an dir, und keine Partie wurde verändert. Versuch es gleich noch einmal.
    .next = Zu den Partien

## table

table-face-down = verdeckt
table-known = bekannt als { $bean }
table-none = keine
table-nothing = nichts
table-won = Gewonnen von { $names }
table-over = Partie beendet
table-seating = Die Spieler nehmen Platz
table-turn = Zug { $turn } · { $name } · { $phase }
table-seat = Platz { $seat }, { $name }
table-seat-number = Platz { $seat }
table-active = am Zug
table-you = du
table-eyes = von hier gesehen
table-winner = gewinnt
table-set-aside = Zur Seite gelegt
table-hand = Hand
table-coins = { $count ->
        [one] 1 Taler
       *[other] { $count } Taler
    }
table-holding = { $count ->
        [one] 1 Gebiet
       *[other] { $count } Gebiete
    }, { $points ->
        [one] 1 Punkt
       *[other] { $points } Punkte
    }
table-front = vorne
table-field = Feld { $field }
table-field-empty = leer
table-pays = { $coins ->
        [one] jetzt 1 Taler
       *[other] jetzt { $coins } Taler
    }
table-pays-next = { $coins } ab { $cards } Karten
table-middle = Mitte des Tisches
table-draw-pile = Zugstapel
table-discards = Ablagestapel
table-turned-up = Aufgedeckt
table-exhausted = { $count }× erschöpft
table-anyone = alle
table-offers = Offene Angebote
table-for = gegen
table-gives-to = gibt an

## board: the map of a war and its attacks

board-title = { $count ->
    [one] Spielplan mit einem Gebiet
   *[other] Spielplan mit { $count } Gebieten
    }
board-closed = nicht betretbar
board-neutral = neutral
board-points = { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkte
    }
board-least = verteidigt sich mit mindestens { $least }
board-fortress = Festung
board-empty = leer
board-riders-upright = Reiterschar bereit
board-riders-beaten = Reiterschar geschlagen
board-attacked = wird angegriffen
board-large = Großer Plan
board-legend = Was die Gebiete sind
board-signs = Ein farbiger Rand und die Nummer des Platzes zeigen den Besitzer. Ein Turm ist eine Festung; ein Pferd ist eine Reiterschar, liegend, wenn sie geschlagen ist.
board-attack = Angriff
board-defence = Verteidigung
board-attacks = { $name } greift an: { $place }
board-round = Runde { $round }
board-riders-of = Reiterschar von { $place }
board-to-commit = noch nicht gelegt

## game

game-needs-scripts = Den Tisch zeichnen Skripte. Ohne sie:
game-sentences = die Partie in Sätzen
game-events = ihre Ereignisse
game-audit = ihre Prüfung

## replay

replay-loading = Der Tisch wird gedeckt …
replay-lagging = Das ist der Tisch nach Ereignis { $shown }. Ereignis { $n } wird geladen …
replay-no-such-event = Ein Ereignis { $n } gibt es in dieser Partie nicht.
replay-everything = Alles
replay-spectator = Zuschauer
replay-eyes-of = { $name }
replay-view = Sicht
replay-only-view = Du darfst diese Partie nur in dieser Sicht sehen.
replay-view-closed = Diese Sicht steht dir nicht mehr offen.
replay-link-expired = Dein Link zu diesem Platz gilt nicht mehr: Du siehst als Zuschauer zu.
replay-menu = Mehr
replay-events = Ereignisse
replay-turn = Zug { $turn }
replay-setting-up = Aufbau
replay-legal = regelgerecht
replay-illegal = regelwidrig
replay-differs = weicht ab
replay-consequence = folgt daraus
replay-unknown = in dieser Sicht nicht zu beurteilen
replay-live = LIVE
replay-paused = pausiert
replay-practice = Übung
replay-reconnecting = verbindet neu …
replay-behind = { $delay } hinterher
replay-events-on = { $count ->
        [one] +1 Ereignis
       *[other] +{ $count } Ereignisse
    }
replay-delay-events = { $count ->
        [one] 1 Ereignis
       *[other] { $count } Ereignisse
    }
replay-after-end = nach dem Ende zu sehen
replay-after-end-why = Andere Tische haben vielleicht dieselben Karten. Die Partie ist zu sehen, wenn der letzte von ihnen fertig ist.
replay-delay-seconds = { $count } s
replay-faults = { $count ->
        [one] 1 Ereignis verstößt gegen die Regeln
       *[other] { $count } Ereignisse verstoßen gegen die Regeln
    }
replay-no-fault = Kein Ereignis dieser Partie verstößt gegen eine Regel.
replay-still-judging = Die Ereignisse werden noch geprüft.
replay-none-of-kind = In dieser Partie gibt es keins.
replay-only-one = Es ist das einzige.
replay-gone-round = Ende erreicht: Die Suche geht am anderen Ende weiter.
replay-rules = Regeln
replay-deal = Austeilen
replay-record = Aufzeichnung
replay-first = Erstes Ereignis (Pos 1)
replay-turn-back = Ein Zug zurück ([)
replay-back = Ein Ereignis zurück (←)
replay-play = Abspielen (Leertaste)
replay-pause = Pause (Leertaste)
replay-next = Nächstes Ereignis (→)
replay-turn-next = Nächster Zug (])
replay-last = Letztes Ereignis (Ende)
replay-controls = Wiedergabe
replay-speed = Tempo
replay-event = Ereignis
replay-hide-result = Ergebnis verbergen
replay-show-result = Ergebnis zeigen
replay-close = Schließen
replay-rail = Neben dem Tisch
replay-legal-here = Erlaubt
replay-comments = Kommentare
replay-none-shown = Kein Ereignis bis hierher ist von diesen Arten und Plätzen.
replay-filter = Nur zeigen
replay-all = alle
replay-only-harvest = Ernten
replay-only-trade = Handel
replay-only-plant = Anbau
replay-only-draw = Karten
replay-only-attack = Angriffe
replay-only-wrong = Fehler
replay-only-note = Kommentare
replay-in-rulebook = im Regelheft
replay-ask = Schiedsrichter fragen
replay-sheet = Blatt drucken
replay-protocol = Protokoll zum Unterschreiben
replay-disputes = Streitfälle
replay-labelled = { $name }: { $says }
replay-legal-closed = Was ein Platz tun darf, erfährt nur, wer seine Hand sehen darf.
replay-legal-who = Was hier tun darf:
replay-knows = Wissen
replay-knows-who = Was hier wissen kann:
replay-knows-all = Wer zusieht
replay-knows-nothing-hidden = Hier ist nichts verdeckt.
replay-knows-hidden = { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }
replay-may = Hier erlaubt
replay-may-nothing = Nichts: Die Partie wartet auf andere.
replay-may-not = Hier nicht, und warum
replay-and-more = { $count ->
        [one] und { $count } weiteres
       *[other] und { $count } weitere
    }
replay-no-comments = Bisher hat niemand etwas dazu gesagt.
replay-comment-on = Dein Kommentar zu Ereignis { $n }
replay-comment-add = Hinzufügen
replay-comment-name = Dein Name
replay-comment-later = Die Spieler lesen es, wenn die Partie zu Ende ist.
replay-comment-remove = Entfernen
replay-comment-remove-of = Kommentar von { $name } entfernen
replay-comments-close = Kommentare der Zuschauer schließen
replay-comments-open = Kommentare der Zuschauer öffnen
replay-comment-closed = Schreiben kann, wer zu dieser Partie gehört: Öffne sie mit dem Link zu deinem Platz.
replay-by-organiser = Spielleitung
replay-by-arbiter = Schiedsrichter
replay-by-spectator = Zuschauer
replay-by-named = { $name } (Zuschauer)
replay-by-broadcaster = Übertragungsleiter
replay-by-director = Turnierleiter
replay-by-service = Der Dienst
replay-noted-paused = Die Partie ist pausiert.
replay-noted-resumed = Die Partie geht weiter.
replay-noted-hints-off = Die Spielleitung erlaubt in dieser Partie keine Hilfe.
replay-noted-comments-opened = Zuschauer dürfen diese Partie kommentieren.
replay-noted-comments-closed = Zuschauer dürfen diese Partie nicht mehr kommentieren.
replay-noted-seat-bot = Für { $seat } spielt ein Bot.
replay-noted-seat-other = Der Platz von { $seat } ging an jemand anderen.
replay-noted-seat-token = { $seat } bekam einen neuen Link.
replay-noted-seat-anew = Die Links dieser Partie wurden neu ausgegeben.
replay-noted-persons-stated = Die Spielleitung sagt, wer wo sitzt.
replay-noted-persons-different = Die Spielleitung bestätigt, dass verschiedene Personen am Tisch sitzen.
replay-noted-arbiter-called = Ein Schiedsrichter wurde gerufen: { $reason }
replay-noted-call-opened = { $who } ruft einen Schiedsrichter: Alle anderen sollen zustimmen.
replay-noted-call-came = Wer als Schiedsrichter gerufen wurde, ist da.
replay-noted-call-agreed = { $who } stimmt dem Schiedsrichter zu.
replay-noted-call-admitted = Der Schiedsrichter darf alle Karten sehen und entscheiden: Alle, die gefragt wurden, stimmen zu.
replay-noted-call-withdrawn = { $who } ruft keinen Schiedsrichter mehr.
replay-noted-look-cards = Sah sich die Karten an: { $view }
replay-noted-look-fork = Sah sich die Karten in einem Zweig dieser Partie an, der bis zu ihrem Ende versiegelt ist.
replay-noted-dispute-opened = { $who } beanstandet { $event }: Streitfall { $dispute }.
replay-noted-dispute-stated = { $who } sagt zu Streitfall { $dispute } aus.
replay-noted-dispute-pinned = { $who } nennt Ereignisse als Beleg in Streitfall { $dispute }.
replay-noted-dispute-found = { $who } stellt fest, was in Streitfall { $dispute } geschah.
replay-noted-dispute-ruled = { $who } entscheidet Streitfall { $dispute }.
replay-noted-dispute-proposed = { $who } schlägt einem Ausschuss vor, wie Streitfall { $dispute } zu entscheiden ist.
replay-noted-dispute-joined = { $who } stimmt dem Vorschlag zu Streitfall { $dispute } zu.
replay-noted-dispute-decided = Ein Ausschuss entscheidet Streitfall { $dispute }.
replay-noted-dispute-appealed = { $who } ficht die Entscheidung zu Streitfall { $dispute } an.
replay-noted-dispute-reopened = { $who } nimmt Streitfall { $dispute } wieder auf.
replay-noted-dispute-withdrawn = { $who } zieht Streitfall { $dispute } zurück.
replay-noted-dispute-protest = { $who } spielt in Streitfall { $dispute } unter Protest weiter.
replay-noted-dispute-again = { $who } nennt die Partie, in der Streitfall { $dispute } neu gespielt wird.
replay-noted-dispute-confirmed = { $who } bestätigt das Ergebnis.
replay-show = Zeigen
replay-own-name = Meinen Namen ändern
replay-keys = Tasten
replay-keys-on = Buchstaben, Ziffern und Zeichen sind Tasten
replay-key-next = nächstes Ereignis
replay-key-back = ein Ereignis zurück
replay-key-each-next = nächstes Ereignis, auch wenn sich keine Karte bewegt
replay-key-each-back = voriges Ereignis, auch wenn sich keine Karte bewegt
replay-key-moment = nächster entscheidender Moment
replay-key-moment-back = voriger entscheidender Moment
replay-pass-quiet = Pfeile und Wiedergabe überspringen Ereignisse, bei denen sich keine Karte bewegt (Umschalt und ein Pfeil halten bei jedem)
replay-go-to = Zu Ereignis
replay-go = Los
replay-next-trade = Nächster Handel (t)
replay-next-harvest = Nächste Ernte (h)
replay-next-attack = Nächster Angriff (a)
replay-next-moment = Nächster entscheidender Moment (n)
replay-mark-lead = geht in Führung
replay-key-turn-next = nächster Zug
replay-key-turn-back = ein Zug zurück
replay-key-first = erstes Ereignis
replay-key-last = letztes bekanntes Ereignis
replay-key-play = abspielen oder anhalten
replay-key-slower = langsamer
replay-key-faster = schneller
replay-key-trade = nächster Handel
replay-key-harvest = nächste Ernte
replay-key-attack = nächster Angriff
replay-key-fault = nächster Regelverstoß
replay-key-fault-back = voriger Regelverstoß
replay-key-view = nächste Sicht
replay-key-everything = alles sehen
replay-key-comment = kommentieren
replay-key-fork = was wäre, wenn
replay-key-live = live: das neueste Ereignis
replay-key-move = Dein Zug: was als Nächstes zu drücken ist
replay-key-sheet = dieses Blatt
replay-key-number = zum Ereignis dieser Nummer
replay-key-close = schließen, was offen ist
replay-legend = Die Zeichen
replay-legend-lines = Durchgezogen sind die Taler eines Platzes; gestrichelt darüber, was er hätte, wenn er jetzt alle Felder erntete. Die Linie darunter hat die Farbe dessen, der die meisten Taler hat; das Zeichen einer Ernte wächst mit ihren Talern.
replay-mark-harvest = Ernte
replay-mark-trade = Handel
replay-mark-donation = Geschenk
replay-mark-shuffle = Mischen
replay-mark-third_field = drittes Bohnenfeld
replay-mark-attack = Angriff
replay-mark-fault = verstößt gegen eine Regel
replay-mark-note = Kommentar
replay-mark-fork = Zweig
replay-mark-end = Ende
replay-values = Taler als Tabelle
replay-values-says = Zu Beginn jedes Zuges: die Taler jedes Platzes und wie viele eine Ernte ihm jetzt brächte.
replay-event-number = Ereignis { $n }
replay-rules-legal = eingehalten
replay-rules-irregular = verletzt
replay-rules-unknown = hier nicht bekannt
replay-deal-proved = Austeilen bewiesen
replay-deal-unproved = Austeilen noch nicht bewiesen
replay-deal-false = Austeilen falsch
replay-record-whole = Aufzeichnung ganz
replay-record-unfinished = Aufzeichnung läuft
replay-record-cut = Aufzeichnung abgeschnitten
replay-record-corrupt = Aufzeichnung beschädigt
replay-back-place = { $place ->
        [1] Ganz vorne in der Hand
       *[other] { $place }. von vorne
    }
replay-back-came = Kam in einem dieser Ereignisse:
replay-watching = mindestens { $count } sehen zu
replay-watching-few = 1 bis 4 sehen zu
replay-watching-says = Wie viele diese Partie gerade ungefähr ansehen. Es werden keine Namen genannt.
replay-together = Gemeinsam zusehen
replay-following = Du folgst jemandem durch die Partie. Zwischendurch kannst du dich umsehen.
replay-followed-gone = Im Augenblick führt niemand.
replay-follow-leave = Allein weitersehen
replay-leading = Andere folgen dir.
replay-lead-stop = Nicht mehr führen
replay-lead = Andere mitnehmen: Wer den Link öffnet, sieht das Ereignis, bei dem ich bin
replay-lead-link = Link zum Mitgehen
replay-reactions = Reaktionen zeigen und senden
replay-react-applause = Applaus ({ $count })
replay-react-laughter = Lachen ({ $count })
replay-react-surprise = Staunen ({ $count })
replay-lost-sight = Von hier an ist sie in dieser Sicht nicht zu verfolgen.

## story

par-title = Dieselben Karten, von Bots gespielt
par-none = Nicht berechnet.
par-ask = Bots mit diesen Karten spielen lassen
par-wanted = Bots spielen gerade mit diesen Karten. Das dauert einige Sekunden.
par-failed = Bots können mit diesen Karten nicht spielen.
par-refused = Das ist bei dieser Partie nicht möglich.
par-seat = Spieler
par-coins = Taler
par-bots = Bots
par-difference = Unterschied
par-how = Bots ({ $bot }) haben alle Plätze mit denselben Karten { $runs }-mal gespielt; der Durchschnitt ihrer Taler ist das Par.
par-explained = Die Karten erklären wenig: Das Par erklärte { $share } der Unterschiede an Talern ({ $low } bis { $high }), gemessen an { $deals } Verteilungen.
par-explained-nothing = Die Karten erklären wenig: Das Par erklärte nichts von den Unterschieden an Talern (höchstens { $high }), gemessen an { $deals } Verteilungen.
par-unmeasured = Wie viel das Par erklärt, ist für diese Spielerzahl nicht gemessen.
story-title = So verlief die Partie
story-moments = Entscheidende Momente
story-from-turn = Ab dem Wendepunkt ansehen
story-from-start = Von Anfang an
story-highlights = Höhepunkte in drei Minuten
story-picture = Als Bild
story-animation = Dieser Moment in Bewegung: { $moment }
story-table = Tisch zeigen
story-by-bean = Taler nach Bohnen
story-later = Entscheidende Momente gibt es, wenn die Partie zu Ende ist.
story-exchanges = { $count ->
        [one] 1-mal gehandelt oder geschenkt: { $gain } Taler
       *[other] { $count }-mal gehandelt oder geschenkt: { $gain } Taler
    }
story-best = { $coins ->
        [one] beste Ernte 1 Taler (Zug { $turn })
       *[other] beste Ernte { $coins } Taler (Zug { $turn })
    }

## lobby

lobby-title = Anbauen, handeln, ernten
lobby-lead = Die Bohnanza-Familie, allein gegen Bots oder mit Freunden. Jeder Zug bleibt erhalten: Sieh ihn noch einmal an, prüfe ihn an seiner Regel, spiel von dort weiter.
lobby-play = Ich spiele
lobby-learn = Die Regeln in der ersten Partie lernen
lobby-watch = Ich sehe zu
lobby-featured = Die besondere Partie ansehen
lobby-watch-live = Laufende Partien
lobby-watch-all = Beendete Partien
lobby-judge = Ich entscheide
lobby-judge-ask = Ist dieser Zug erlaubt?
lobby-judge-says = Leg einen Tisch aus, stell einen Zug zur Frage und erhalte das Urteil mit seinem Absatz.
lobby-judge-rules = Regelhefte, Absatz für Absatz
lobby-organise = Ich organisiere
lobby-organise-says = Vorrunden, Schweizer System, Ligen und Finale, am Bildschirm und auf Papier.
lobby-organise-table = Ein Tisch mit einem Link für jeden
lobby-quick = Gegen Bots spielen
lobby-quick-says = Ein Tisch für vier, klassische Regeln: du und drei Bots. Du kannst sofort loslegen.
lobby-quick-name = Gast
lobby-quick-needs-scripts = Zum Spielen braucht dein Browser Skripte; zum Zusehen und Lesen nicht.
lobby-new = Neue Partie
lobby-games = Partien
lobby-open = Warten auf Mitspieler
lobby-running = Werden gespielt
lobby-finished = Gespielt
lobby-imported = Aus Dateien
lobby-voided = Abgebrochen
lobby-all-of = Alle zeigen
lobby-status = Partien
lobby-player = Spieler
lobby-of-player = Partien von { $name }
lobby-edition = Ausgabe
lobby-any = alle
lobby-filter = Zeigen
lobby-results = Ergebnisse zeigen
lobby-hide-results = Ergebnisse verbergen
lobby-none = Hier gibt es noch keine Partien.
lobby-more = Weitere Partien
lobby-and = { $before } und { $last }
lobby-game-title = { $names } · { $edition }
lobby-table-of = { $count ->
        [one] Ein Spieler
       *[other] { $count } Spieler
    }
lobby-turn = Zug { $turn }
lobby-live = LIVE
lobby-seats-open = { $count ->
        [one] 1 Platz frei: Frag, wer die Partie angelegt hat, nach dem Link
       *[other] { $count } Plätze frei: Frag, wer die Partie angelegt hat, nach den Links
    }
lobby-seat-open = freier Platz
lobby-practice = Übung
lobby-paused = pausiert
lobby-what-if = Was wäre, wenn: ab Ereignis { $n } von { $game }
lobby-bot = Bot
lobby-won = gewinnt
lobby-coins = Taler
lobby-score = Punkte
lobby-import = Eine Partie aus einer Datei importieren
lobby-import-says = Eine Datei mit der Endung .haricot.jsonl wird Zeile für Zeile geprüft, dann wie jede andere Partie nachgespielt und beurteilt.
lobby-import-file = Partiedatei
lobby-import-do = Importieren
lobby-brought = Da ist sie: { $count ->
        [one] ein Ereignis
       *[other] { $count } Ereignisse
    }.
lobby-brought-watch = { $game } ansehen

## seat

seat-number = Platz { $n }
seat-who = Wer auf Platz { $n } spielt
seat-name = Name auf Platz { $n }
seat-person = ein Mensch
seat-bot-trader = Bot, handelt
seat-bot-greedy = Bot, nimmt, was sich lohnt
seat-bot-random = Bot, spielt zufällig

## links

links-sit = Auf Platz { $n } setzen
links-watch = Zusehen
links-hand-out = Gib jedem Spieler den Link zu seinem Platz. Wer ihn hat, spielt dort.
links-organiser = Schlüssel der Spielleitung
links-copy = Kopieren
links-share = Teilen
links-qr = QR
links-qr-of = QR-Code des Links: { $label }
links-copied = Kopiert
links-copy-yourself = Drück Strg+C
links-lost = Dieser Browser merkt sich die Plätze. Verliert jemand seinen Link, gib ihm mit dem Schlüssel der Spielleitung einen neuen: Der alte gilt dann nicht mehr.
links-game = Die Partie ist

## learn

learn-title = Deine erste Partie
learn-lead = Lerne Bohnanza, indem du es spielst: dreizehn kurze Schritte an einem echten Tisch, dann drei Fragen. Die Regeln beurteilen jeden Zug. Du kannst jeden Schritt überspringen, und dieser Browser merkt sich, wo du bist.
learn-needs-scripts = Der Tisch braucht Skripte. Das lernst du dort, mit dem Absatz zu jedem Schritt:
learn-coach = Anleitung
learn-progress = Fortschritt
learn-step-of = Schritt { $step } von { $steps }
learn-question-of = Frage { $question } von { $questions }
learn-done = Geschafft.
learn-refused = Die Regeln lassen es nach { $clause } nicht zu:
learn-other = Das ist erlaubt ({ $order }), aber in diesem Schritt geht es um etwas anderes. Es hat sich nichts geändert: Versuch es noch einmal.
learn-next = Weiter
learn-back = Zurück
learn-skip = Überspringen
learn-rule = Die Regel: { $clause }
learn-steps = Alle Schritte
learn-which = Was davon erlauben die Regeln?
learn-answer = Antworten
learn-right = Richtig.
learn-wrong = Nein: { $clause } lässt das nicht zu.
learn-to-step = Zurück zu: { $step }
learn-to-question = Zur Frage
learn-end = Du kennst die Regeln
learn-end-open = Das war die Partie mit Anleitung
learn-passed = Richtig beantwortet: { $passed } von { $questions }.
learn-play = Gegen Bots spielen
learn-guest = Gast
learn-rulebook = Regelheft lesen
learn-again = Noch einmal von vorn
learn-step-order = Deine Hand behält ihre Reihenfolge
    .says = Du bist Robin, auf Platz 1. Neue Karten kommen hinten an deine Hand, und du sortierst sie nie. Die Karte ganz links ist die vorderste.
    .do = Versuch es: Klicke deine zweite Karte an.
learn-step-front = Bau deine vorderste Karte an
    .says = Dein Zug beginnt mit dem Anbauen. Die vorderste Karte musst du anbauen, auf ein leeres Feld oder zu Bohnen derselben Sorte.
    .do = Klicke die Rote Bohne an, dann dein erstes Feld.
learn-step-second = Du darfst eine zweite Karte anbauen
    .says = Jetzt ist die Feuerbohne vorn. Du darfst sie auch noch anbauen, aber nie eine dritte.
    .do = Klicke die Feuerbohne an, dann dein leeres Feld.
learn-step-turn-up = Deck zwei Karten auf
    .says = Nach dem Anbauen werden zwei Karten vom Zugstapel für alle sichtbar aufgedeckt. Du kannst sie behalten, tauschen oder verschenken.
    .do = Klicke auf „Das Anbauen beenden“.
learn-step-offer = Mach ein Angebot
    .says = Für die Blaue Bohne hast du keinen Platz, aber Pinto baut Blaue Bohnen an und hat eine Rote. Hergeben kannst du aufgedeckte Karten und Karten von jeder Stelle deiner Hand.
    .do = Klicke die aufgedeckte Blaue Bohne an, verlange eine Rote Bohne und schlag den Handel vor.
learn-step-end-trading = Beende den Handel
    .says = Pinto hat angenommen. Wann der Handel vorbei ist, entscheidest du allein. Eine aufgedeckte Karte, die dir bleibt, wird für deine eigenen Felder beiseitegelegt.
    .do = Klicke auf „Das Handeln beenden“.
learn-step-set-aside = Bau an, was du bekommen hast
    .says = Karten aus einem Handel kommen nie auf die Hand. Sie liegen beiseite, und du musst jetzt alle anbauen, in beliebiger Reihenfolge.
    .do = Bau die Rote Bohne und die Feuerbohne dort an, wo sie passen.
learn-step-draw = Zieh drei Karten nach
    .says = Ein Zug endet mit dem Nachziehen. Die drei Karten kommen eine nach der anderen hinten an deine Hand.
    .do = Klicke auf „Karten nachziehen“.
learn-step-partner = Handle im Zug eines anderen
    .says = Jetzt ist Pinto am Zug. Gehandelt wird nur mit dem aktiven Spieler: mit Pinto also, aber nicht mit Adzuki oder Lima. Pinto bietet dir eine Rote Bohne für eine Brechbohne.
    .do = Nimm das Angebot an.
learn-step-protection = Bohnenschutz
    .says = Einige Züge später ist deine vorderste Karte eine Sojabohne, und sie passt auf keines deiner Felder. Eines musst du ernten. Ein Feld mit nur einer Bohne ist geschützt, solange auf einem anderen deiner Felder mehr liegen.
    .do = Versuch es: Klicke dein Feld mit der einzelnen Gartenbohne an.
learn-step-harvest = Ernte für Taler
    .says = Das Bohnometer auf der Karte sagt, was ein Feld einbringt. Sechs Feuerbohnen bringen 2 Taler: So viele Karten werden zu deinen Talern, die anderen werden abgelegt.
    .do = Klicke das Feld mit den Feuerbohnen an und ernte es.
learn-step-third-field = Kauf ein drittes Feld
    .says = Du hast jetzt 3 Taler: so viel kostet bei vier Spielern ein drittes Feld. Du kannst es jederzeit kaufen, einmal in der Partie.
    .do = Klicke den leeren Platz neben deinen Feldern an und kauf das Feld.
learn-step-end = Das Ende der Partie
    .says = Der Zugstapel ist zum dritten Mal erschöpft. Dann werden alle Felder geerntet, und die meisten Taler gewinnen. Karten auf deiner Hand zählen nichts.
    .do = Zieh die letzten Karten nach.
learn-question-planted = Du bist am Zug und hast zwei Handkarten angebaut. Was kannst du als Nächstes tun?
learn-question-protection = Deine vorderste Karte ist eine Saubohne, und sie passt auf keines deiner Felder. Du hast eine Rote Bohne und fünf Blaue Bohnen angebaut. Was kannst du tun?
learn-question-partner = Pinto ist am Zug, und es wird gehandelt. Deine vorderste Karte ist eine Brechbohne. Was kannst du tun?

## new

new-title = Neue Partie
new-needs-scripts = Dieses Formular braucht Skripte. Ohne sie: POST /v1/games, siehe die Seite der API.
new-edition = Welches Spiel?
new-seats = Wer spielt?
new-players = Plätze
new-options = Regeln zur Wahl
new-ruling = Warum: Entscheidung { $ruling }
new-more = Austeilen, Zuschauer, Tempo, Übung
new-level = Das Austeilen
new-level-simple = einfach
new-level-tournament = Turnier: Niemand kann es wählen
new-level-duplicate = Duplikat: ein Anteil, der der Spielleitung
new-tables = Tische mit dieser Verteilung
new-term = Sekunden zum Aufdecken eines Anteils
new-protest = Frist für Beanstandungen nach dem Ende der Partie
new-appeal = Frist, eine Entscheidung anzufechten
new-level-says = Beim Turnier zieht jeder Browser einen Anteil am Austeilen und legt sich darauf fest; wenn alle so weit sind, werden die Anteile aufgedeckt und die Karten ausgeteilt. Jeder setzt sich selbst.
new-start = Beginn
new-start-seated = wenn alle sitzen
new-start-now = sofort
new-pace = Sekunden, die ein Bot überlegt
new-patience = Sekunden, die ein Bot auf die Antwort auf sein Angebot wartet
new-delay = Zuschauer hängen zurück um
new-delay-unit = gezählt in
new-delay-events = Ereignissen
new-delay-seconds = Sekunden
new-clock = Uhr
new-clock-says = In Minuten; ein leeres Feld heißt ohne Grenze. Ein Tag hat 1.440. Sind alle leer, gibt es keine Uhr. Ein Platz verbraucht zuerst seine Zeit für den Zug, dann die für die Partie.
new-clock-guide = Wie die Uhr funktioniert
new-clock-games = Uhr der Partien
new-clock-preset = Auswahl
new-clock-preset-none = keine Uhr
new-clock-preset-turn = 60 Sekunden je Zug
new-clock-preset-game = 15 Minuten für die Partie
new-clock-preset-days = 3 Tage je Zug, als Fernpartie
new-clock-preset-own = eigene Zeiten
new-clock-turn = Minuten für einen Platz, in jedem Zug
new-clock-trading = Minuten für alle, bei jedem Handeln
new-clock-game = Minuten für einen Platz, für die ganze Partie
new-clock-grace = Sekunden mehr, einmal, für einen Platz, der die Verbindung verliert
new-clock-at-zero = Wenn die Zeit um ist
new-clock-pass = passt der Platz
new-clock-bot = spielt ein Bot den Zug zu Ende
new-clock-arbiter = wird ein Schiedsrichter gerufen
new-hints = Hilfe für alle, die allein gegen Bots spielen
new-private = Privat: Nur wer einen Link hat, weiß davon
new-practice = Übung: Das Austeilen lässt sich wählen, und die Partie zählt nicht
new-seed = Wort, das die Karten festlegt
new-seed-says = Dasselbe Wort teilt dieselben Karten wieder aus. Lass es leer, wenn niemand sie kennen soll.
new-create = Partie anlegen

## join

join-title = Dein Platz
join-opening = Der Tisch wird geöffnet …
join-needs-scripts = Der Schlüssel zu deinem Platz bleibt in deinem Browser, und dafür braucht diese Seite Skripte.
join-no-key = Diesem Link fehlt das Ende, das den Platz öffnet. Kopier den ganzen Link noch einmal, oder frag, wer die Partie angelegt hat.
join-other-game = Dieser Link gehört zu einer anderen Partie. Frag, wer diese angelegt hat, nach dem Link zu deinem Platz.
join-watch = Lieber zusehen
join-games = Zu den Partien
join-name = Dein Name
join-name-why = Du sitzt hier: { $seat }. Alle, die diese Partie ansehen, sehen deinen Namen; du kannst ihn auch weglassen.
join-name-alike = Jemand hier heißt schon so. Du heißt dann { $name }.
join-sit = Hinsetzen

## trouble

trouble-auth-missing = Dazu brauchst du einen Link zu einem Platz dieser Partie.
trouble-auth-invalid = Dieser Link gilt nicht, oder nicht mehr. Frag, wer die Partie angelegt hat, nach einem neuen.
trouble-seat-forbidden = Dein Link zu dieser Partie erlaubt das nicht.
trouble-view-forbidden = Dein Link zu dieser Partie lässt dich das nicht sehen.
trouble-rate-limited = Das war zu viel auf einmal. Warte kurz und versuch es noch einmal.
trouble-limit = Zu viele Anfragen auf einmal von diesem Browser oder diesem Netz.
trouble-limit-kept = Was du getan hast, wird dann gesendet, nur einmal.
trouble-limit-goes-on = { $count ->
        [one] Die Seite macht in 1 Sekunde von selbst weiter.
       *[other] Die Seite macht in { $count } Sekunden von selbst weiter.
    }
trouble-request-malformed = Der Dienst konnte das nicht lesen.
trouble-seat = Platz { $n }: { $says }
trouble-player = Spieler { $n }: { $says }
trouble-request-too-large = Das ist mehr, als der Dienst annimmt.
trouble-request-shape = Darin fehlt etwas, oder etwas ist nicht so, wie es sein soll.
trouble-option-unknown = Eine der Optionen hat einen Wert, den diese Ausgabe nicht kennt.
trouble-media-type = Diese Art von Datei nimmt der Dienst nicht an.
trouble-file-corrupt = Die Datei ist nicht so, wie sie geschrieben wurde: Eine Zeile ist gekürzt, verändert oder fehlt.
trouble-version-mismatch = Die Partie ist inzwischen weitergegangen. Sieh dir den Tisch noch einmal an.
trouble-game-conflict = Die Partie ist inzwischen weitergegangen, oder es gibt hier schon eine dieses Namens.
trouble-game-paused = Die Partie ist pausiert. Sie geht weiter, wenn die Spielleitung es will.
trouble-dispute-too_late = Die Frist für diese Beanstandung ist um. Andere Einträge des Buchs sind vielleicht noch offen: Wähl einen, den das Formular zeigt.
trouble-dispute-twice = Du hast zu diesem Ereignis schon einen offenen Streitfall.
trouble-dispute-claimed = Dieses Ereignis hat schon jemand beanstandet, und darüber wird einmal entschieden. Nimm dort Stellung und sag, was du gesehen hast.
trouble-dispute-no_article = Einen solchen Eintrag hat das Buch nicht.
trouble-call-absent = Einen solchen Ruf nach einem Schiedsrichter gibt es nicht.
trouble-call-alone = An diesem Tisch sitzt sonst niemand, der einem Schiedsrichter zustimmen könnte. Wer diesen Dienst betreibt, kann einen rufen.
trouble-call-expired = Dieser Ruf galt eine Stunde und ist vorbei. Ruf noch einmal.
trouble-call-not_asked = Zustimmen können nur die, die am Tisch sitzen und nicht selbst gerufen haben.
trouble-call-open = An diesem Tisch hat schon jemand einen Schiedsrichter gerufen: Stimm zu, oder warte, bis der Ruf vorbei ist.
trouble-call-over = Dieser Ruf ist vorbei: Er wurde beantwortet, zurückgezogen oder ersetzt.
trouble-call-taken = Jemand anderes hat diesen Link schon geöffnet: Er gilt nur für diese Person.
trouble-call-twice = Du hast schon zugestimmt.
trouble-party-no_organiser = Zustimmen kann nur eine Spielleitung, die bekannt ist und an keinem Platz sitzt.
trouble-join-absent = Dem Ausschuss liegt nichts mehr vor.
trouble-join-not_member = Du bist nicht in diesem Ausschuss.
trouble-join-replaced = Inzwischen ist etwas anderes vorgeschlagen. Lies es zuerst.
trouble-join-twice = Du hast schon zugestimmt.
trouble-appeal-final = Ein Ausschuss hat entschieden; dabei bleibt es.
trouble-appeal-no_ruling = Es gibt noch keine Entscheidung, die man anfechten könnte.
trouble-appeal-too_late = Die Frist, eine Entscheidung anzufechten, ist um.
trouble-arbiter-own_game = Wer an diesem Tisch sitzt oder saß, entscheidet hier nicht. Lasst jemanden rufen, der hier nicht mitspielt.
trouble-arbiter-own_organiser = Ein Schiedsrichter, den jemand von diesem Tisch gerufen hat, kann hier nicht entscheiden.
trouble-arbiter-players_unknown = Solange nicht bekannt ist, wer alle Spieler sind, entscheidet niemand.
trouble-arbiter-unknown = Niemand weiß, wer dieser Schiedsrichter ist oder wer ihn gerufen hat: Die Spielleitung macht einen Schlüssel für eine Person.
trouble-branch-elsewhere = Jene Partie geht nicht von dieser aus weiter.
trouble-branch-twice = Dieser Zweig ist schon genannt.
trouble-dispute-absent = Einen solchen Streitfall gibt es zu dieser Partie nicht.
trouble-dispute-closed = Dieser Streitfall ist entschieden oder zurückgezogen.
trouble-dispute-no_event = Ein solches Ereignis hat die Partie nicht.
trouble-dispute-not_yours = Nur wer das beanstandet hat, kann es zurückziehen.
trouble-dispute-open = Dieser Streitfall wartet schon auf eine Entscheidung.
trouble-evidence-empty = Nenne mindestens ein Ereignis.
trouble-evidence-too_much = So viele Ereignisse nimmt ein Streitfall nicht als Belege.
trouble-fork-not_ordered = Keine gültige Entscheidung ordnet an, dass neu gespielt wird.
trouble-fork-otherwise = Die Entscheidung ordnet es anders an: von einem anderen Ereignis aus oder mit anderen Karten.
trouble-fork-twice = Es wird schon neu gespielt, in einer anderen Partie.
trouble-party-no_arbiter = Das tut nur ein Schiedsrichter. Ruf einen über das Menü am Tisch: jemanden, der hier nicht mitspielt.
trouble-party-no_seat = Das tut nur, wer am Tisch sitzt, jeder für seinen Platz: Lass es diese Person mit ihrem eigenen Link tun.
trouble-rewind-no_reason = Verdeckte Karten zu behalten, die jemand gesehen hat, braucht einen Grund.
trouble-ruling-article = Einen solchen Eintrag hat das Buch nicht.
trouble-ruling-branch = Unter Protest wurde weitergespielt: Sag, welche Partie zählt.
trouble-ruling-clause = Die Regeln dieser Partie haben diesen Absatz nicht.
trouble-ruling-committee = Ein Ausschuss hat mindestens drei Mitglieder, jedes einmal genannt und als Schiedsrichter gerufen, von denen keines schon entschieden hat; er entscheidet nur über angefochtene Entscheidungen.
trouble-ruling-few = Über eine angefochtene Entscheidung entscheiden drei Schiedsrichter, die darüber noch nicht entschieden haben. Lasst zuerst weitere rufen.
trouble-ruling-no_reasons = Eine Entscheidung nennt ihre Gründe.
trouble-ruling-outcome = Einer Beanstandung wird stattgegeben, oder sie wird abgewiesen.
trouble-ruling-penalty = Das Buch sieht dafür andere Strafen vor. Eine Strafe trifft einen Platz; ohne Strafe ist keiner zu nennen.
trouble-ruling-remedy = Wo eine Beanstandung abgewiesen wird, bleibt alles, wie es ist.
trouble-ruling-rewind = Zurück geht es bis vor das strittige Ereignis, zu einem Augenblick, in dem jemand am Zug war.
trouble-confirm-running = Die Partie ist noch nicht zu Ende.
trouble-confirm-voided = Eine abgebrochene Partie hat kein Ergebnis zu bestätigen.
trouble-confirm-twice = Du hast das Ergebnis schon bestätigt.
trouble-confirm-disputed = Ein Streitfall wartet noch auf Entscheidung; bis dahin bestätigt niemand das Ergebnis.
trouble-confirm-overturned = Nach einer Entscheidung zählt dieses Ergebnis nicht.
trouble-game-ended = Diese Partie ist zu Ende.
trouble-not-found = Diese Partie gibt es hier nicht, oder sie ist privat: Dann öffne sie mit dem Link zu deinem Platz.
trouble-offline = Der Dienst ist nicht zu erreichen. Besteht eine Internetverbindung?
trouble-unavailable = Der Dienst ist beschäftigt oder startet gerade. Versuch es gleich noch einmal.
trouble-fault = Bei uns ist etwas kaputtgegangen. Es lag nicht an dir.
trouble-unforeseen = Auf dieser Seite ging etwas schief: { $detail }

## rules

rules-players = { $count ->
        [one] 1 Spieler
       *[other] { $count } Spieler
    }
rules-players-range = { $least } bis { $most } Spieler
rules-title = Regelwerke
rules-lead = Jede Regel ist ein Absatz mit einer Adresse. Ein Urteil nennt den Absatz, auf dem es beruht, und wo die gedruckten Regeln schweigen, sagt eine Entscheidung, wie sie hier gelesen werden.
rules-clauses = { $count ->
        [one] 1 Absatz
       *[other] { $count } Absätze
    }
rules-choices = { $count ->
        [one] 1 Option
       *[other] { $count } Optionen
    }
rules-version = Version { $version } der Regeln
rules-version-says = Jede Partie wird nach der Version gespielt und beurteilt, in der sie angelegt wurde.
rules-version-other = Version { $version }
rules-print = Drucken
rules-statistics = Statistik dieser Ausgabe
rules-contents = Inhalt
rules-beans = Bohnen und was sie bringen
rules-meter-says = Unter den Talern steht, wie viele Karten der Bohne dafür geerntet werden müssen.
rules-german-names = Die gedruckte Ausgabe in dieser Sprache behält die deutschen Namen der Bohnen.
rules-step = { $cards } für { $coins ->
        [one] 1 Taler
       *[other] { $coins } Taler
    }
rules-cards = { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }
rules-source = Quelle: { $source }.
rules-source-of = { $beans }: { $source }.
rules-option = Option { $option }
rules-options = Optionen
rules-any-text = Ein beliebiger Text.
rules-default = üblich
rules-see = Warum: { $ruling }
rules-rulings = Entscheidungen
rules-rulings-says = Wo sich die gedruckten Regeln auf mehrere Arten lesen lassen oder nichts sagen, werden sie hier so gelesen.
rules-chooses = Die Option { $option } wählt.

## book: the book of remedies

book-lead = Was geschieht, wenn etwas vorgefallen ist, das die Regeln nicht erlauben: was es ist, bis wann man es beanstanden kann, die Abhilfe und die Strafe. Das Buch nennt keine Ausgabe und gilt für alle.
book-version = Fassung { $version } dieses Buches
book-entries = { $count ->
        [one] 1 Eintrag
       *[other] { $count } Einträge
    }
## branch: was von einem Ereignis an anders weitergeht, und zwei Partien nebeneinander

branch-what-if = Was wäre, wenn
branch-what-if-from = Was wäre, wenn es ab Ereignis { $n } anders ginge?
branch-play-all = Alle Plätze selbst spielen
    .says = Du entscheidest reihum für alle.
branch-play-one = { $name } spielen
    .says = Die anderen spielen Bots.
branch-watch = Bots weiterspielen lassen
    .says = Und zusehen, was daraus wird.
branch-which-seat = Welchen Platz du spielst
branch-same-cards = Hände und Stapel bleiben, wie sie sind; die Partie selbst ändert sich nicht.
branch-sealed = Bis zum Ende der Partie sehen nur Schiedsrichter, was hier weitergeht, und die Partie erfährt, dass du ihre Karten gesehen hast.
branch-redealt = Diese Partie läuft noch, darum geht es mit anderen Karten weiter: Was du siehst, bleibt; was du hier nicht wissen kannst, wird gemischt und neu ausgeteilt. Über die echten Karten verrät das nichts.
branch-other-cards = Was du jetzt siehst, liegt darin so, wie es ist, auch deine eigene Hand; ist sie zu Ende, dürfen alle alles ansehen. Die Partie selbst bleibt, wie sie ist.
branch-origin = ab Ereignis { $n } von { $names }
branch-back = Zurück zur Partie
branch-compare = Vergleichen
branch-compare-with = Vergleichen mit: { $name }
branch-tree = Zweige
branch-none = Von dieser Partie aus geht noch nichts anders weiter.
branch-loading = Zweige werden gesucht …
branch-root = Die Partie
branch-from = Anders ab Ereignis { $n }
branch-from-short = Anders ab { $n }
branch-here = du bist hier
branch-yours = hier gemacht
branch-unseen = privat
branch-running = läuft
branch-events = { $count ->
        [one] 1 Ereignis
       *[other] { $count } Ereignisse
    }
branch-won = gewonnen von { $names } mit { $score }
branch-list = Ereignisse beider
branch-panes = Was zu sehen ist
branch-step = Im Gleichschritt
branch-by-event = nach Ereignis
branch-by-turn = nach Zug
branch-stop = Vergleich beenden
branch-differs = Anders: { $places }
branch-gain = { $name } { $from } → { $to }
branch-same-coins = gleich viele Taler
branch-no-difference = kein Unterschied
branch-same-deal = Dieselbe Kartenverteilung an anderen Tischen
branch-same-deal-how = Diese Tische haben dieselben Karten bekommen. Lege einen neben diese Partie, Platz gegen Platz.

## problems

problems-title = Fehlercodes
problems-lead = Ein Fehler der API ist ein Problemdokument (RFC 9457) mit einem dieser Codes.
problems-forbidden = Von den Regeln verboten
problems-mechanism = Die Regeln verbieten es: { $mechanism }
problems-forbidden-says = Der Befehl ist verständlich, aber die Regeln des Spiels verbieten ihn in diesem Augenblick. Nichts wurde verändert. Verboten wird er von
problems-clause = { $clause } in { $edition }
problems-all = Alle Fehlercodes
problem-request-malformed = Der Inhalt ist nicht das JSON (oder die Partiedatei), das diese Adresse erwartet: Vielleicht fehlt eine Klammer, oder der Text ist kein UTF-8. Sende ihn noch einmal, sobald er sich lesen lässt.
    .title = Die Anfrage ist nicht zu lesen
problem-auth-missing = Das darf nur, wer zur Partie gehört. Sende den Schlüssel, den die Partie beim Anlegen ausgegeben hat, im Kopf „Authorization: Bearer hrc_…“.
    .title = Ein Schlüssel fehlt
problem-auth-invalid = Der Schlüssel ist falsch geschrieben, wurde zurückgezogen oder gehört zu einer Partie, die dieser Dienst nicht hat. Öffne den Link zu deinem Platz noch einmal, oder bitte die Spielleitung um einen neuen.
    .title = Der Schlüssel gilt nicht
problem-view-forbidden = Du wolltest mehr sehen, als dein Schlüssel erlaubt. Ein Platz sieht seine Hand, Zuschauer sehen, was offen liegt; ist eine Partie vorbei, dürfen alle alles sehen.
    .title = Diese Sicht darfst du nicht verwenden
problem-seat-forbidden = Dein Schlüssel erlaubt das nicht: Der eines Platzes handelt für diesen Platz, anderes braucht den der Spielleitung oder eines Schiedsrichters.
    .title = Dein Schlüssel erlaubt das nicht
problem-scope-missing = Der Schlüssel des Dienstes gilt nicht für diese Operation: Jeder hat Rechte, und die Antwort nennt das fehlende. Wer den Schlüssel gemacht hat, kann einen anderen damit machen.
    .title = Dem Schlüssel fehlt das Recht dazu
problem-origin-forbidden = Die Anfrage kam von der Seite einer anderen Website, oder unter einem Namen, auf den dieser Dienst nicht hört. Programme senden einen Schlüssel; wer den Dienst betreibt, nennt andere Websites in HARICOT_CORS und eigene Namen in HARICOT_HOSTS.
    .title = Anfragen von dieser Website sind nicht erlaubt
problem-not-found = Die Partie, die Ausgabe oder die Adresse gibt es hier nicht, oder sie ist privat und du hast keinen Schlüssel dazu.
    .title = Nicht gefunden
problem-method-unknown = Die Adresse gibt es, aber nicht für diese Methode: Sie wird vielleicht nur gelesen (GET) oder nur beschrieben (POST). Der Kopf Allow nennt, was sie annimmt.
    .title = Diese Adresse nimmt diese Methode nicht an
problem-export-form = In dieser Form kann der Export nicht geschrieben werden: Parquet braucht pyarrow, wo der Dienst läuft, das pip install haricot[parquet] mitbringt, und Partiedateien gibt es nur als JSON-Zeilen. JSON-Zeilen brauchen nichts weiter.
    .title = Dieses Exportformat ist nicht verfügbar
problem-game-conflict = Die Partie ging weiter, während deine Anfrage unterwegs war, oder eine Partie dieses Namens ist schon hier. Sieh dir den Tisch noch einmal an und entscheide neu.
    .title = Die Partie hat sich inzwischen geändert
problem-game-paused = Niemand darf handeln, bis die Spielleitung oder ein Schiedsrichter die Partie fortsetzt. Noch einmal fragen hilft nicht: Der Strom sagt es mit „event: notice“, und der Kopf der Partie sagt „paused“.
    .title = Die Partie ist pausiert
problem-game-ended = In einer Partie, die zu Ende ist oder für nichtig erklärt wurde, darf niemand handeln. Ansehen, prüfen und in einem Zweig weiterspielen lässt sie sich weiterhin.
    .title = Die Partie ist vorbei
problem-clock-none = Diese Partie wird ohne Uhr gespielt, also gibt es keine Zeit zu starten, anzuhalten oder zu verlängern und kein Passen. Eine Uhr wählst du beim Anlegen der Partie, mit „clock“ in POST /v1/games.
    .title = Die Partie hat keine Uhr
problem-share-unasked = Das Austeilen dieser Partie verlangt nicht oder nicht mehr, dass ein Anteil festgelegt oder aufgedeckt wird: Die Karten sind ausgeteilt, oder niemand sitzt auf dem Platz. Nimm einen freien Platz mit einer Festlegung ein.
    .title = Hier ist kein Anteil am Austeilen gefragt
problem-share-early = Ein Anteil wird aufgedeckt, wenn jeder Platz besetzt ist und sich festgelegt hat, damit niemand seinen wählt und die anderen kennt. Das Detail nennt die Plätze, die fehlen.
    .title = Noch haben sich nicht alle auf ihren Anteil festgelegt
problem-share-twice = Der Platz ist an seinen Anteil gebunden oder hat ihn aufgedeckt und kann keinen anderen wählen. Nur wenn nach einem Aufdecken ein Platz neu vergeben wird, legen sich alle neu fest.
    .title = Dieser Anteil am Austeilen ist schon gesendet
problem-share-other = Aufgedeckt wird der Anteil, dessen SHA-256 der Platz vorher geschickt hat: der Liste aus Schema, „share“, Partie, Platz und Anteil, geschrieben nach RFC 8785. Decke diesen auf.
    .title = Der Anteil am Austeilen passt nicht zur Festlegung
problem-share-term = Während bei einem Turnier ausgeteilt wird, kann ein Platz neu vergeben werden, solange sich nicht alle festgelegt haben, danach nur, wenn sein Anteil nicht rechtzeitig aufgedeckt wurde. Das Detail sagt, wie lange es noch ist.
    .title = Die Frist zum Aufdecken der Anteile ist nicht um
problem-tournament-forbidden = In einem Turnier tut jede Rolle etwas anderes: Die Turnierleitung führt die Runden, Protokollführer tragen Ergebnisse ein und bestätigen sie, Schiedsrichter entscheiden und strafen, Spieler handeln für sich. Nimm den Link für diese Rolle.
    .title = Deine Rolle im Turnier erlaubt das nicht
problem-tournament = Die Regeln für Turniere verbieten es, so wie es steht, etwa ein zweites Ergebnis für einen Tisch oder eine Auslosung, bevor die Runde bestätigt ist. Das Problem nennt den Absatz und sagt, was dagegen steht.
    .title = Die Regeln für Turniere verbieten es
problem-party = Dieser Schritt steht anderen zu: Ein Platz eröffnet Streitfälle, äußert sich, ficht Entscheidungen an und bestätigt das Ergebnis; ein gerufener Schiedsrichter stellt fest und entscheidet. Das Detail sagt, wem.
    .title = Deine Rolle im Verfahren erlaubt das nicht
problem-act = Was geschehen sollte, passt nicht dazu, wie das Verfahren steht: Den Streitfall gibt es nicht oder er ist geschlossen, eine Frist ist um, einer Entscheidung fehlt etwas, oder wer entscheiden will, darf es an diesem Tisch nicht. Das Detail sagt, was davon.
    .title = Das geht in diesem Verfahren nicht
problem-feed-cursor = Keine Zeile des Stroms, die dieser Schlüssel empfängt, hat diese Marke: Sie ist von einem anderen Speicher, von einem Stand vor einer Wiederherstellung oder von einer Partie, die nicht deine ist. Beginne ohne Marke und übergehe, was du schon hast, oder mach mit now weiter.
    .title = Unbekannte Marke des Stroms
problem-webhook-limit = Der Schlüssel hat so viele Webhooks, wie ein Schlüssel haben darf. Lösche einen, der nicht mehr gebraucht wird, oder nimm einen anderen Schlüssel.
    .title = Der Schlüssel hat zu viele Webhooks
problem-version-mismatch = Die Anfrage galt einem Stand der Partie, der nicht mehr der letzte ist (Kopf If-Match). Lies die Partie neu und entscheide noch einmal.
    .title = Von der Partie gibt es eine neuere Version
problem-request-too-large = Der Inhalt ist größer, als dieser Dienst annimmt. Eine einzelne Partiedatei passt immer; sende mehrere eine nach der anderen.
    .title = Die Anfrage ist zu groß
problem-media-type = Befehle und Fragen sind application/json, Partiedateien sind application/x-ndjson.
    .title = Dieser Inhaltstyp wird nicht angenommen
problem-request-shape = Sie lässt sich lesen, aber ein Feld fehlt, ist unbekannt, von falscher Art oder außerhalb der Grenzen. Das Detail nennt es.
    .title = Die Anfrage ist ungültig
problem-option-unknown = Eine Option ist falsch geschrieben, oder ihr Wert ist keiner, den die Ausgabe erlaubt. Das Regelwerk der Ausgabe zählt alle Optionen mit ihren Werten auf.
    .title = Eine solche Option gibt es nicht
problem-position-invalid = Zu dem beschriebenen Tisch führen die Regeln nicht: zu viele Karten einer Sorte, zwei Sorten auf einem Feld, eine unbekannte Phase oder Ähnliches. Das Detail nennt es.
    .title = Unmögliche Stellung
problem-file-corrupt = Jede Zeile einer Partiedatei hängt durch eine Prüfsumme an der vorigen. Eine passt nicht, also wurde die Datei gekürzt oder verändert. Das Problem nennt das erste Ereignis, an dem es sich zeigt.
    .title = Die Partiedatei ist beschädigt
problem-idempotency-reused = Dieser Idempotency-Key wurde schon für einen anderen Befehl benutzt. Nimm für jeden Befehl einen neuen.
    .title = Der Idempotenzschlüssel gehört zu einer anderen Anfrage
problem-rate-limited = Du fragst schneller, als dieser Dienst einem Einzelnen antwortet. Warte so lange, wie der Kopf Retry-After sagt.
    .title = Zu viele Anfragen
problem-fault = Bei uns ist etwas kaputtgegangen; es ist unter der X-Request-ID der Antwort vermerkt. Was vorher bestätigt wurde, steht, und was du gerade wolltest, ist nicht geschehen.
    .title = Ein interner Fehler des Dienstes
problem-unavailable = Der Dienst startet, hält an, oder seine Platte ist voll oder beschäftigt. Nichts wurde verändert; versuch es gleich noch einmal.
    .title = Im Augenblick nicht erreichbar

## play: playing on the table

play-tray = Dein Zug
play-choose-again = Der Tisch ist auf den neuesten Stand gebracht: Wähle noch einmal.
play-picked = ausgewählt
play-in-offer = in deinem Angebot
play-choose = Was hier möglich ist
play-harvest = Ernten für { $coins ->
        [one] 1 Taler
       *[other] { $coins } Taler
    }
play-harvest-naught = Wirklich für nichts ernten?
play-harvest-early = Wirklich ernten? Eine Karte mehr bringt { $coins ->
    [one] 1 Taler
   *[other] { $coins } Taler
    }.
play-harvest-not = Ernten
play-answer = Auf dieses Angebot antworten
play-accept = Annehmen
play-decline = Ablehnen
play-counter = Gegenangebot
play-withdraw = Zurückziehen
play-not-now = Das kann jetzt nicht angenommen werden.
play-trade = Ein Angebot machen
play-you-give = Du gibst
play-you-want = Du möchtest
play-you-want-nothing = Du möchtest nichts: ein Geschenk
play-with = Mit
play-click-cards = Klicke Karten auf dem Tisch an
play-give-something = Klicke die Karten an, die du geben würdest.
play-whom-for-gift = Sag, was du möchtest oder wem du etwas schenkst.
play-same-beans = Du bekämst zurück, was du gibst: Wähl andere Bohnen.
play-grown-by = angebaut von { $names }
play-which-card = Du hast mehrere davon. Die Handkarten behalten ihre Reihenfolge, darum kommt es darauf an, welcher Platz frei wird: Die Karte mit der kleineren Nummer wird früher angebaut.
play-propose = Vorschlagen
play-give-away = Verschenken
play-cancel = Abbrechen
play-take-out = { $card }: wieder herausnehmen
play-want-one = { $card }: eine mehr wünschen ({ $count })
play-want-less = { $card }: eine weniger wünschen
play-coin-more = Ein Taler mehr ({ $count })
play-coin-less = Ein Taler weniger
play-put-back = Zurücklegen
play-own-eyes = An meinen Platz
play-to-present = In die Gegenwart
play-past = Du siehst die Vergangenheit.
play-other-eyes = Du siehst mit anderen Augen als denen deines Platzes.
play-onlooker = Du hast in dieser Partie keinen Platz.
play-paused = Die Partie ist pausiert: Niemand kann ziehen, bis es weitergeht.
play-hint-plant = Bau deine vorderste Karte an: Klicke sie an, dann ein Feld.
play-hint-plant-more = Bau auch die nächste Karte an, oder beende das Anbauen.
play-hint-harvest = Kein Feld nimmt deine Karte: Klicke ein Feld an, um es zu ernten.
play-hint-offer = Räum das Angebot ab: Klicke eine Karte an, dann ein Feld oder den Ablagestapel.
play-hint-turned-up = Bau von den aufgedeckten Karten an, was du magst: Klicke eine an, dann ein Feld.
play-hint-set-aside = Bau die beiseitegelegten Karten an: Klicke eine an, dann ein Feld.
play-hint-terrain = Wähle, wo du beginnst: Klicke ein leuchtendes Gebiet an.
play-hint-attack = Greif ein leuchtendes Gebiet an, oder mach weiter.
play-hint-commit = Setz eine Karte im Kampf ein: Klicke eine leuchtende an.
play-hint-draw = Zieh deine Karten; dann ist dein Zug zu Ende.
play-hint-trade = Handle: Klicke Karten an, die du geben würdest. Danach beende den Handel.
play-hint-offer-too = Du kannst ein Angebot machen: Klicke eine Karte an.
play-hint-haggle = Klicke an, was du gibst, und was du dafür möchtest.
play-own-waits = { $count ->
        [one] Dein Angebot wartet auf { $names }.
       *[other] Deine Angebote warten auf { $names }.
    }
play-own-declined = { $count ->
        [one] { $names } hat abgelehnt.
       *[other] { $names } haben abgelehnt.
    }
play-hint-answer = Jemand macht dir ein Angebot: Antworte darauf.
play-hint-answer-bot = { $name } wartet auf deine Antwort.
play-patience-over = { $name } hat nicht länger gewartet: Das Angebot an dich ist verfallen.
play-hint-where = Klicke nun an, wohin sie soll: Die leuchtenden Plätze nehmen sie.
play-hint-sure = Klicke noch einmal darauf, oder auf den Knopf.
play-hint-any = Du bist am Zug.
play-hint-button = Weiter geht es mit einem Knopf.
play-wait = Einen Augenblick …
play-away = Der Dienst antwortet gerade nicht. Deine Auswahl bleibt, und es geht von selbst weiter, sobald er wieder da ist.
play-away-sending = Der Dienst antwortet gerade nicht. Dein Zug wird so lange gesendet, bis er angekommen ist; lass diese Seite offen.
play-waiting = Warten auf { $names }.
play-waiting-bot = Warten auf { $names } (denkt nach).
play-waiting-answer = { $name } wartet auf eine Antwort von { $names }.
play-waiting-seat = { $count ->
        [one] Warten, bis { $names } Platz nimmt.
       *[other] Warten, bis { $names } Platz nehmen.
    }
play-waiting-share = { $count ->
        [one] Warten, bis { $names } einen Anteil am Austeilen aufdeckt.
       *[other] Warten, bis { $names } ihre Anteile am Austeilen aufdecken.
    }
play-share-drawn = Dein Browser hat einen eigenen Anteil am Austeilen gezogen und deckt ihn auf, wenn sich alle festgelegt haben. Lass diese Seite offen, bis die Karten ausgeteilt sind. Seine Festlegung:
play-share-plain = (Diese Seite kam über einfaches http, deshalb hat ihr eigenes Skript gerechnet.)
play-share-lost = Diesem Browser fehlt der Anteil, auf den sich dieser Platz festgelegt hat. Öffne die Seite, auf der du Platz genommen hast, oder bitte die Spielleitung, den Platz neu zu vergeben.
play-seats = Deine Plätze
play-seat-asked = ist am Zug
play-dispute = Beanstanden oder bestätigen
play-dispute-as = Du beanstandest für { $who }.
play-dispute-what = Was du beanstandest
play-dispute-right = Das Programm findet nichts Falsches:
play-dispute-wrong = Das Programm findet einen Fehler:
play-dispute-unjudged = Das Programm kann es nicht beurteilen:
play-dispute-open = { $article } kann man beanstanden, { $term }.
play-dispute-term-next_turn = bis der nächste Zug beginnt
play-dispute-term-first_planting = bis die erste Bohne angebaut ist
play-dispute-term-confirmed = bis alle das Ergebnis bestätigt haben
play-dispute-until = bis { $time }
play-dispute-late = Beanstanden kann man nichts mehr: Die Frist ist um.
play-dispute-before = Dieses Ereignis ist schon beanstandet, in Streitfall { $dispute }. Darüber wird einmal entschieden; was du gesehen hast, kannst du dort sagen.
play-dispute-state = Stellung nehmen
play-dispute-article = Was falsch lief
play-dispute-text = Was du dazu sagst; alle dürfen es lesen
play-dispute-file = Dieses Ereignis beanstanden
play-dispute-filed = Es ist zu Protokoll gegeben.
play-confirm = Das Ergebnis bestätigen
play-seat-links = Links zu den Plätzen
play-seat-links-why = Ein neuer Link macht den alten ungültig. Gib ihn der Person an diesem Platz.
play-seat-links-anew = Beim Turnier macht ein neuer Link vor dem Austeilen den Platz frei: Wer kommt, legt sich auf einen eigenen Anteil fest, und alle anderen auch, sobald einer aufgedeckt war.
play-call-off = Partie abbrechen
play-call-off-says = Wenn jemand nie Platz nimmt oder den Anteil nie aufdeckt, kann die Partie ohne Ergebnis beendet werden. Das lässt sich nicht zurücknehmen, und alle können lesen, warum.
play-call-off-why = Grund
play-new-link = Neuer Link
play-over = Die Partie ist zu Ende.
play-you-won = Du hast gewonnen!
play-tie-shared = Gleichstand: Der Sieg wird geteilt.
play-tie-most_cards_in_hand = Bei Gleichstand entschieden mehr Karten auf der Hand.
play-tie-last_active = Bei Gleichstand entschied, wer zuletzt am Zug war.
play-tie-terrains = Bei Gleichstand entschieden mehr Gebiete.
play-tie-coins = Bei Gleichstand entschieden mehr Taler.
play-voided = Die Partie wurde abgebrochen.
play-rematch = Revanche
play-from-start = Von Anfang an ansehen
play-hints = Hilfe
play-hints-may = Das kannst du jetzt tun
play-hints-none = Du hast jetzt nichts zu tun.
play-hints-not = Das ist jetzt nicht erlaubt
play-hints-plant = das Feld bringt dann { $coins } Taler
play-hints-next = { $cards } Karten bringen { $coins } Taler
play-hints-fields = Was deine Felder jetzt bringen
play-hints-field = Feld { $field }, { $card }: { $coins } Taler
play-hints-grows = du baust { $cards } an
play-leave = Verlassen
## deal

deal-made = Wie diese Karten verteilt wurden
deal-reckoning = Dein Browser teilt die Karten noch einmal aus …
deal-elsewhere = Diese Partie hat kein eigenes Austeilen, auf das sich jemand festgelegt hat: Sieh bei der Partie nach, von der sie ein Zweig ist.
deal-says = Dein Browser hat das alles eben aus dem Protokoll der Partie und ihren Ablagestapeln nachgerechnet, ohne den Dienst zu fragen, ob es stimmt.
deal-seed = Die Zufallszahl des Dienstes, am Ende aufgedeckt
deal-commitment = Festlegung:
deal-chosen = ein Anteil, den der Spieler gewählt hat
deal-drawn = ein Anteil, den der Spieler nicht gewählt hat
deal-shuffle = Ereignis { $n }: { $count ->
    [one] 1 Karte gemischt
   *[other] { $count } Karten gemischt
  }
deal-hands = { $count ->
    [one] 1 Hand ausgeteilt
   *[other] { $count } Hände ausgeteilt
  }
deal-hand = Die Hand von { $name }
deal-lot = Ereignis { $n }: Das Los fällt auf { $name }
deal-draws = { $count ->
        [one] 1 Karte danach vom Zugstapel genommen
       *[other] { $count } Karten danach vom Zugstapel genommen, alle in der Reihenfolge des Mischens
    }
deal-draw = { $count ->
        [one] Ereignis { $n }: die Karte vom Zugstapel
       *[other] Ereignis { $n }: die { $count } Karten vom Zugstapel
    }
deal-board = Auch die Reihenfolge der Gebiete ist ausgelost. Das wird hier nicht nachgerechnet; die Prüfung tut es.
deal-holds = ✓ stimmt
deal-differs = ✗ daraus folgt etwas anderes

## show

show-open = In Haricot öffnen
show-share = Teilen
show-link = Link
show-this-event = Zu Ereignis { $n }, wo du bist
show-with-result = Mit dem Ergebnis
show-private = Diese Partie ist privat: Ein Link öffnet sie nur denen, die einen Schlüssel zu ihr haben.
show-native = Teilen mit …
show-embed = Code für eine andere Seite
show-save-page = Als Seite speichern
show-save-file = Partiedatei speichern
show-save-proof = Beweis speichern
show-saving = Wird gespeichert …
show-saved-view = Gespeichert wird, was diese Sicht zeigt; die Seite öffnet sich ohne den Dienst. Der Beweis enthält alles, was du sehen darfst, und wird ohne ihn geprüft.
show-scores = Punktestand
## cast

cast-round = Runde { $n }
cast-opens = Beginn um { $time }
cast-standings = Rangliste
cast-added = + { $count } min
cast-title = Übertragung
cast-how = Verbinde einen Platz mit einem Tisch und füge die Adresse eines Felds in OBS als Browserquelle ein. Verbindest du ihn mit einem anderen Tisch, folgt das Bild.
cast-guide = Schritte für OBS
cast-slot-name = Name, etwa main
cast-new-slot = Weiterer Platz
cast-delay = Mindestens so viele Sekunden später
cast-spoiler-free = Ohne Ergebnisse der gezeigten Runde
cast-comment-on = Kommentieren
cast-shows = zeigt
cast-nothing = nichts
cast-table-of = Tisch { $table } der Runde { $round }
cast-addresses = Adressen für OBS
cast-field-table = Tisch
cast-field-scores = Taler
cast-field-hands = Hände
cast-field-commentary = Kommentar
cast-field-clock = Uhr
cast-field-next = Nächste Runde
cast-field-standings = Rangliste
cast-field-wall = Alle Tische
cast-notes = Kommentar
cast-notes-how = Klicke Karten, Felder oder Stapel an, um sie zu markieren. Notizen bleiben in diesem Browser, bis du sie veröffentlichst. Die Spieler am Tisch lesen Veröffentlichtes nach dem Ende der Partie.
cast-back = Zum Turnier
cast-no-token = Nur Übertragungsleiter und Turnierleiter veröffentlichen: Öffne zuerst den Link mit deiner Rolle.
cast-note-on = Zu Ereignis { $n }
cast-arrow = Pfeil zeichnen: klicke auf den Anfang, dann auf das Ende
cast-marked = { $count ->
        [one] 1 Markierung
       *[other] { $count } Markierungen
    }
cast-clear = Löschen
cast-publish = Veröffentlichen
cast-keep = Als private Notiz behalten
cast-private = Private Notizen
cast-published = Veröffentlicht
cast-discard = Verwerfen

## ask

ask-title = Den Schiedsrichter fragen
ask-lead = Ist das erlaubt? Leg den Tisch, sag, wer was tut: Die Antwort nennt den Absatz, auf dem sie beruht.
ask-noscript = Der Tisch wird von Skripten gezeichnet. Ohne sie stellt man dieselbe Frage hier:
ask-laying = Der Tisch wird gelegt …
ask-answer = Antwort
ask-asked = { $name }: { $order }
ask-legal = Ja, { $name } darf das.
ask-illegal = Nein, { $name } darf das nicht: { $clause }.
ask-unknown = Das lässt sich nicht sagen: Es hängt von einer unbekannten Karte ab. { $place }
ask-impossible = Dazu führt keine Partie.
ask-open = Dieser Tisch ist möglich. Was soll dort geschehen?
ask-case-legal = { $card }: erlaubt
ask-case-illegal = { $card }: nicht erlaubt, { $clause }
ask-case-unknown = { $card }: lässt sich auch nicht sagen
ask-tell-card = Sagen, welche Karte es ist
ask-happens = Was geschieht
ask-which-table = Welcher Tisch
ask-before = Vorher
ask-after = Nachher
ask-go-on = Von hier aus weiter
ask-may = Was { $name } tun darf
ask-may-nothing = nichts
ask-why-not = Warum { $name } den Rest nicht darf
ask-coins = Taler
ask-card-number = Karte { $n }
ask-fields = Felder
ask-place = Stelle
ask-how-many = Wie viele
ask-take-away = { $card } wegnehmen, Karte { $n }
ask-replace = Klicke eine Karte an: Sie ersetzt die gewählte.
ask-add = Klicke eine Karte an, um sie hinten anzufügen. Auf dem Tisch klicke dorthin, wo Karten liegen sollen.
ask-clear = Leeren
ask-field-more = Ein Feld mehr
ask-field-less = Ein Feld weniger
ask-owner = Besitzer
ask-riders = Reiterschar
ask-terrain = Gebiet
ask-to-cards = Zu den Karten
ask-turn-of = Am Zug
ask-phase = Phase
ask-turn-planted = In diesem Zug angebaut
ask-turn-number = Zug
ask-exhaustions = Zugstapel erschöpft
ask-turn-discarded = eine Karte ist abgelegt
ask-turn-matching = der Ablagestapel wird verglichen
ask-turn-abbeys = Klosterkarten noch offen
ask-turn-to_take = Karten vom Händler zu nehmen
ask-turn-last_attack = dies ist der letzte Angriff
ask-options = Optionen der Regeln
ask-who = Wer
ask-what = Befehl
ask-what-open = wählen …
ask-press-first = Klicke auf dem Tisch eine Karte, ein Feld oder ein Gebiet an, oder wähle, was getan wird; es darf verboten sein.
ask-press-on = Klicke an, was noch offen ist: auf dem Tisch oder hier.
ask-press-card = auf dem Tisch anklicken
ask-optional = darf fehlen
ask-member-clear = Weglassen: { $member }
ask-member-field = Feld
ask-member-slot = Handkarte
ask-member-with = Mit
ask-member-give = Gibt
ask-member-want = Möchte
ask-member-want_turned_up = Möchte von den aufgedeckten Karten
ask-member-give_coins = Gibt Taler
ask-member-want_coins = Möchte Taler
ask-member-proposal = Angebot
ask-member-handed_over = Gibt her
ask-member-to = An
ask-member-cards = Karten
ask-member-coins = Taler
ask-member-variety = Karte
ask-member-coin_cards = Talerkarten
ask-member-coin_card = Talerkarte
ask-member-extra = Karten mehr
ask-member-terrain = Gebiet
ask-member-chosen = Startspieler
ask-member-target = Ziel
ask-member-riders = Reiterschar aus
ask-member-source = Woher
ask-member-quarry = Steinbruch
ask-member-taken = Nimmt
ask-desk = Was geändert wird
ask-mode = Was Klicks auf dem Tisch ändern
ask-mode-command = Den Befehl geben
ask-mode-table = Den Tisch ändern
ask-offer-away = Wegnehmen
ask-in-words = Der Tisch in Worten
ask-advanced = Für Fortgeschrittene: als JSON
ask-advanced-says = Was POST /v1/positions:adjudicate nimmt. Ändere den Text, oder schreib eine Stellung auf einer Zeile, und leg sie auf den Tisch; was du auf dem Tisch tust, ändert den Text.
ask-line = Auf einer Zeile
ask-lay = Diesen Tisch legen
ask-as-table = Zurück zu dem, was daliegt
ask-no-position = das ist keine Stellung mit Plätzen
ask-no-edition = diese Ausgabe gibt es nicht
ask-no-command = diesen Befehl hat diese Ausgabe nicht
ask-one-command = immer nur ein Befehl: Geh vom Tisch danach aus weiter
ask-no-seat = diesen Platz gibt es nicht
ask-link-broken = Dieser Link enthält keine lesbare Frage.
ask-from = Gefragt zu
ask-event = Ereignis { $n }
ask-empty = Neuer Tisch …
ask-undo = Zurück
ask-redo = Wieder vor
ask-share = Link kopieren
ask-shared = Der Link ist kopiert: Er enthält die ganze Frage.
ask-share-by-hand = Kopiere die Adresse dieser Seite: Sie enthält die ganze Frage.
ask-print = Drucken
ask-sheet = Blatt zu Ereignis { $n } drucken
ask-players = { $count ->
        [one] 1 Spieler
       *[other] { $count } Spieler
    }

## sheet: what an arbiter prints of a game or of one event

sheet-title = Haricot · Blatt für die Schiedsrichter
sheet-seen-by = Gesehen von: { $who }
sheet-runs = wird noch gespielt, Stand nach Ereignis { $n }
sheet-verdict = Urteil
sheet-clause = Absatz
sheet-facts = Der Sachverhalt
sheet-given-by = Gegeben von
sheet-follows-from = Folgt aus dem Befehl von
sheet-recorded = Aufgezeichnet
sheet-turn = Wer am Zug ist
sheet-yes = ja
sheet-table = Der Tisch vorher und nachher
sheet-table-after = Der Tisch nachher
sheet-map = Die Karte
sheet-unchanged = Was das Ereignis geändert hat, steht zweimal da, umrahmt, wo es nun liegt; alles andere steht einmal da. Die vorderste Handkarte steht zuerst.
sheet-middle = Auf dem Tisch
sheet-discards = Ablagestapel, oberste
sheet-cards = { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    }
sheet-of-each = { $count } × { $name }
sheet-protected = geschützt durch { $clause }
sheet-trade = Nr. { $n }: { $name } bietet { $other } { $give } für { $want }
sheet-gift = Nr. { $n }: { $name } würde { $other } { $give } schenken
sheet-lands = Gebiete von { $name }
sheet-around = Was davor und danach geschah
sheet-else = Was sonst erlaubt war
sheet-else-says = Stattdessen hätte { $name } dies tun können:
sheet-else-nothing = Nichts: Es gab keine andere Wahl.
sheet-else-closed = Was ein Platz tun darf, erfährt nur, wer seine Hand sehen darf, und nur zu Befehlen, die ein Platz gibt.
sheet-effect = Was es geändert hat
sheet-wrong = Regelwidrige Ereignisse dieser Partie
sheet-of-game = Blatt der ganzen Partie
sheet-replay = Zur Partie
sheet-claim = Beanstandung
sheet-finding = Feststellung
sheet-ruling = Entscheidung
sheet-signatures = Unterschriften
sheet-arbiter = Schiedsrichter
sheet-place-date = Ort und Datum
sheet-back-event = Dieses Ereignis ist zu sehen unter
sheet-back-game = Diese Partie ist zu sehen unter
sheet-players = Spieler
sheet-seat = Platz
sheet-name = Name
sheet-audit = Prüfung
sheet-all = Alle Ereignisse
sheet-end-hidden = Wie die Partie ausging, steht hier nicht.
sheet-refused-absent = Diese Partie gibt es nicht
    .says = Vielleicht ist die Adresse verschrieben, oder die Partie ist privat: Dann öffne sie mit dem Link zu deinem Platz und drucke ihr Blatt von dort.
sheet-refused-no-event = Diese Partie hat kein Ereignis { $n }
    .says = Bisher trägt nichts diese Nummer. Das Blatt der ganzen Partie führt ihre Ereignisse auf.
sheet-refused-hidden = Diese Sicht ist nicht deine
    .says = Ein Platz sieht seine eigene Hand, ein Zuschauer sieht, was offen liegt; ist die Partie vorbei, darf jeder alles sehen. Dieses Blatt lässt sich so drucken, wie es jeder sehen darf.
sheet-refused-wrong = Ein solches Blatt gibt es nicht
    .says = Die Adresse fragt nach einem Ereignis oder einer Sicht, die kein Blatt hat: n ist die Nummer eines Ereignisses; as ist ein Platz, der Zuschauer oder alles.
sheet-refused-token = Dieser Link gilt nicht mehr
    .says = Öffne die Partie noch einmal mit dem Link zu deinem Platz; das Blatt lässt sich so drucken, wie es jeder sehen darf.

## protocol: what people sign at the end of a game, on one page

protocol-title = Spielprotokoll
protocol-runs = Läuft noch, Stand nach Ereignis { $n }: noch kein Ergebnis, nichts zu unterschreiben.
protocol-created = Angelegt
protocol-started = Begonnen
protocol-ended = Beendet
protocol-forked = Setzt fort
protocol-forked-at = { $game } nach Ereignis { $n }
protocol-practice = Übung
protocol-options = Gewählte Regeln und Auslegungen
protocol-usual = Wie die Ausgabe es vorsieht, außer was fett steht.
protocol-faults = Regelwidrige Ereignisse
protocol-no-faults = Keines wurde gefunden.
protocol-more = und { $count } weitere, auf dem Blatt zur Partie
protocol-disputes = Streitfälle und Entscheidungen
protocol-no-disputes = Keine sind vermerkt.
protocol-proof = Der Nachweis in Kürze
protocol-level = Stufe des Austeilens
protocol-commitment = Festlegung
protocol-uncommitted = keine
protocol-log = Ereignisprotokoll
protocol-size = Einträge
protocol-root = Wurzel
protocol-key = Signiert mit dem Schlüssel
protocol-unsigned = nicht signiert
protocol-signed-upto = { $signer }, bis Eintrag { $n }
protocol-verify = Zum Nachprüfen den Beweis der Partie nehmen (haricot export { $game } --bundle), das Netz abschalten und haricot verify oder die eine Datei verify_bundle.py starten: Größe, Wurzel und Schlüssel müssen diese sein.
protocol-sign = Wer unterschreibt, bestätigt das Ergebnis; eine Beanstandung wird vorher hier vermerkt.
protocol-remarks = Bemerkungen
protocol-judge = Die Partie steht in keinem signierten Protokoll. Ihre Datei ({ $game }.haricot.jsonl) zeigt, was aufgezeichnet wurde; haricot audit beurteilt sie neu.
## verify: the page that verifies the proof of a game
verify-title = Eine Partie prüfen
verify-lead = Lege hier den Beweis einer Partie ab: die Datei, die ihre Seite oder der Dienst dir gab. Diese Seite liest und beurteilt sie in deinem Browser und schickt sie nirgendwohin: Trenne vorher das Netz, wenn du magst.
verify-noscript = Diese Seite braucht Skripte. Ohne sie:
verify-choose = Der Beweis einer Partie (*.haricot-audit.json)
verify-key = Der Schlüssel des Dienstes, falls du ihn dir einmal notiert hast
verify-key-says = Ohne ihn gilt der Schlüssel, den die Datei nennt. Wer sie gemacht hat, konnte jeden nennen.
verify-plain = Diese Seite kam über einfaches http: Dann leiht ihr der Browser keine Kryptografie, und ihr eigenes Skript rechnet. Wer dazwischen steht, könnte das Skript geändert haben; verify_bundle.py, von jemandem, dem du traust, lässt sich so nicht ändern.
verify-no-key = Das ist kein Schlüssel: Er wird name+id+key geschrieben, wie ihn der Dienst unter /v1/keys nennt.
verify-unreadable = Die Datei lässt sich nicht lesen: { $why }
verify-of = { $game }, { $events } Ereignisse
verify-own-key = Signiert, nach eigener Angabe, mit
verify-with-key = Signiert mit
verify-event = Ereignis { $n }:
verify-holds = Trifft zu:
verify-fails = Trifft nicht zu:
verify-open = Zum Teil gezeigt:
verify-skipped = Nicht angesehen:
verify-more = Und { $count } weitere.
verify-not-shown = Kein Beweis zeigt, dass der Betreiber keine Handkarten ansah oder wer am Tisch saß. Ob jeder Zug erlaubt war, entscheidet haricot verify.
verify-good = Ganz und bewiesen
    .says = Jedes Ereignis ist eines, das signiert wurde, in dieser Reihenfolge, keines fehlt; jede verdeckte Karte ist die, die beim Austeilen festgelegt wurde, und jedes Mischen folgt aus der Zufallszahl, auf die sich der Dienst vorher festlegte.
verify-tampered = Verändert
    .says = Diese Datei ist nicht das, was signiert wurde. Unten steht, was geändert wurde, zuerst das erste Ereignis, das nicht stimmt.
verify-other-key = Mit einem anderen Schlüssel signiert
    .says = Diese Datei ist nicht mit dem Schlüssel signiert, den du hast. Frage, wer sie signiert hat.
verify-incomplete = Ganz, so weit sie reicht
    .says = Nichts darin ist falsch, aber noch lässt sich nicht alles zeigen: Die Partie geht weiter, oder diese Sicht verdeckt Karten.
verify-unproved = Ganz, aber das Austeilen ist unbewiesen
    .says = Nichts wurde geändert, aber niemand legte sich vor dem Austeilen darauf fest, oder die Zufallszahl wurde nie aufgedeckt.
verify-step-canonical = Die Datei ist geschrieben wie solche Dateien, bis aufs letzte Byte.
verify-step-note = Der Schlüssel des Dienstes hat den Prüfpunkt signiert.
verify-step-root = Die Einträge sind die signierten, in dieser Reihenfolge, keiner fehlt.
verify-step-consistency = Nichts, was früher signiert wurde, wurde umgeschrieben.
verify-step-service = Der Prüfpunkt steht im öffentlichen Protokoll des Dienstes.
verify-step-parents = Ein Zweig setzt die Partie fort, die er nennt.
verify-step-disclosures = Jeder verdeckte Wert ist der, der festgelegt wurde, als es geschah.
verify-step-deal = Jedes Mischen folgt aus der Zufallszahl, und jede Karte lag dort, von wo sie genommen wurde.
verify-found-cut-off = Die Datei ist abgeschnitten: Das Ende fehlt. Lade sie noch einmal herunter.
verify-found-json = Das ist kein JSON mit ganzen Zahlen.
verify-found-not-canonical = Es ist nicht in der festgelegten Schreibweise von JSON geschrieben: Etwas kam hinzu oder wurde geändert.
verify-found-no-bundle = Das ist kein Beweis einer Partie.
verify-found-base64 = Das ist kein Base64, wie man es schreibt: { $text }
verify-found-no-key = Der Schlüssel in der Datei ist keiner oder trägt die Kennung eines anderen.
verify-found-no-note = Eine signierte Notiz ist ein Text, eine leere Zeile und Signaturen; das ist keine.
verify-found-no-signature = Eine Zeile einer Signatur ist nicht geschrieben, wie sie sein soll.
verify-found-signature = Die Signatur von { $name } gehört nicht zu diesem Text: Eines von beiden wurde geändert.
verify-found-unsigned = { $name } hat es nicht signiert.
verify-found-no-number = Eine Zahl ist nicht geschrieben wie Zahlen.
verify-found-no-checkpoint = Ein Prüfpunkt hat drei Zeilen: Herkunft, Größe und Wurzel.
verify-found-no-entry = Das hat eine andere Form als ein Eintrag.
verify-found-changed = Dieser Eintrag wurde nach dem Signieren geändert: Sein Hash ist ein anderer.
verify-found-of-another = Dieser Eintrag gehört nicht hierher: Er ist Ereignis { $n } von { $game }.
verify-found-origin = Der Prüfpunkt ist von { $origin }.
verify-found-size = { $signed } Ereignisse wurden signiert, und hier sind { $count }: Einige fehlen oder kamen hinzu.
verify-found-other-root = Ein Eintrag von hier an ist nicht der signierte.
verify-found-rewritten = Die ersten { $count } Einträge sind nicht die damals signierten: Die Geschichte wurde umgeschrieben.
verify-found-no-consistency = Der Beweis eines früheren Prüfpunkts ist nicht der, der aus den Einträgen folgt.
verify-found-no-service = Nichts zeigt, dass der Prüfpunkt im öffentlichen Protokoll des Dienstes steht.
verify-found-no-proof = Was den Prüfpunkt im Protokoll des Dienstes beweisen soll, ist kein gültiger Beweis.
verify-found-not-in-log = Der Prüfpunkt steht nicht dort, wo ihn das Protokoll des Dienstes haben soll.
verify-found-no-fork = Hier beginnt kein Zweig, der die Partie davor fortsetzt.
verify-found-other-parent = Der Zweig setzt eine andere Partie fort als die in dieser Datei.
verify-found-no-root = Der Zweig nennt keine Wurzel; so bindet nichts, was vor ihm gespielt wurde.
verify-found-no-disclosure = Was einen verdeckten Wert öffnen soll, lässt sich nicht lesen oder öffnet hier nichts.
verify-found-in-the-open = { $place } liegt offen: Dort war nichts verdeckt.
verify-found-not-hidden-here = Hier war etwas anderes verdeckt: { $place } war nicht { $value }.
verify-found-kept-back = { $count } verdeckte Werte werden zurückgehalten.
verify-found-no-event = Das kann kein Ereignis sein.
verify-found-not-matched = { $cards } wurden vom Ablagestapel genommen, aber oben lag: { $there }.
verify-found-not-drawn = Platz { $seat } zog { $cards }, aber oben auf dem Zugstapel lag: { $there }.
verify-found-not-taken = { $cards } kamen vom Zugstapel, aber oben lag: { $there }.
verify-found-not-dealt = Platz { $seat } bekam { $cards }, aber dort lag: { $there }.
verify-found-other-share = Platz { $seat } deckt einen anderen Anteil am Austeilen auf als den, auf den er sich festgelegt hatte.
verify-found-other-lot = Nach der Zufallszahl hätte Platz { $seat } begonnen.
verify-found-other-pile = Gemischt wurden nicht die Karten, die dort lagen.
verify-found-other-order = Die Zufallszahl mischt anders: Als Karte { $place } von oben ergibt sie { $gives }, nicht { $card }.
verify-found-other-key = Sie ist mit dem Schlüssel { $key } signiert.
verify-found-other-seed = Die Zufallszahl ist nicht die, auf die sich der Dienst vor dem Austeilen festlegte.
verify-found-uncommitted = Der Dienst legte sich auf dieses Austeilen nie fest.
verify-found-unrevealed = Die Zufallszahl von { $game } wurde nicht aufgedeckt oder steht nicht in der Datei.
verify-found-other-reveal = Die Datei nennt eine andere Zufallszahl, als das letzte Ereignis aufdeckt.
verify-found-deck-order = Der Kartensatz lag nicht mit der häufigsten Bohne oben.
verify-found-hidden = In dieser Sicht sind Karten verdeckt.
verify-found-goes-on = Die Partie geht weiter: Das ist alles bisher.
verify-found-dealt-anew = Ein Zweig hat neu ausgeteilt, was sein Urheber nicht wissen konnte; das bleibt verdeckt.
verify-found-other-rules = Die Partie wurde nicht nach den Regeln angelegt, die die Datei nennt.
verify-found-no-view = Diese Sicht gibt es in dieser Partie nicht.

## dispute: the disputes about a game
dispute-title = Streitfälle
dispute-none = Nichts ist strittig.
dispute-head = Streitfall { $n }: { $who } zu Ereignis { $event }
dispute-see = Zum Ereignis
dispute-judged = Was die Regeln sagen
dispute-again = Hier wird neu gespielt
dispute-arbiter = Ein Schiedsrichter
dispute-sealed = Bis zum Ende der Partie versiegelt.
dispute-erased = Das Geschriebene wurde gelöscht.
dispute-events = Ereignisse { $events }
dispute-branch = Geht weiter in { $game }
dispute-counts = Es zählt { $game }.
dispute-upheld = Stattgegeben nach { $clause }.
dispute-dismissed = Abgewiesen nach { $clause }.
dispute-remedy-stands = Alles bleibt, wie es ist.
dispute-remedy-repair = Es wird am Tisch berichtigt.
dispute-remedy-rewind = Ab Ereignis { $n } wird neu gespielt.
dispute-remedy-void = Die Partie zählt nicht.
dispute-penalty = { $who }: { $penalty }
dispute-result = Ergebnis
dispute-confirmed = Bestätigt von { $who }.
dispute-unconfirmed = Noch niemand hat es bestätigt.
dispute-term-protest = Gegen das Ergebnis sind nach dem Ende der Partie Beanstandungen möglich; Frist: { $term }.
dispute-term-appeal = Eine Entscheidung kann angefochten werden; Frist: { $term }.
dispute-span-days = { $count ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
dispute-span-hours = { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
dispute-span-minutes = { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
dispute-span-seconds = { $count ->
        [one] { $count } Sekunde
       *[other] { $count } Sekunden
    }
dispute-is-open = wartet auf Entscheidung
dispute-is-ruled = entschieden
dispute-is-appealed = angefochten
dispute-is-reopened = wieder aufgenommen
dispute-is-withdrawn = zurückgezogen
dispute-filed-dispute-opened = { $who } behauptet
dispute-filed-statement-made = { $who } sagt aus
dispute-filed-evidence-pinned = { $who } nennt als Beleg
dispute-filed-facts-found = { $who } stellt fest
dispute-filed-dispute-ruled = { $who } entscheidet
dispute-filed-ruling-proposed = { $who } schlägt dem Ausschuss vor
dispute-filed-ruling-joined = { $who } stimmt zu
dispute-filed-committee-ruled = So entscheidet der Ausschuss
dispute-filed-ruling-appealed = { $who } ficht die Entscheidung an
dispute-filed-dispute-reopened = { $who } nimmt ihn wieder auf
dispute-filed-dispute-withdrawn = { $who } zieht ihn zurück
dispute-filed-played-on = { $who } spielt unter Protest weiter
dispute-filed-official-fork-made = Es wird neu gespielt
dispute-powers = Was Schiedsrichter taten
dispute-filed-arbiter-called = { $who } ruft einen Schiedsrichter
dispute-filed-arbiter-came = Der gerufene Schiedsrichter ist da
dispute-filed-arbiter-agreed = { $who } stimmt dem Schiedsrichter zu
dispute-filed-arbiter-admitted = Der Schiedsrichter darf alle Karten sehen und entscheiden
dispute-filed-call-withdrawn = { $who } zieht den Ruf zurück
dispute-filed-look = { $who } sah sich die Karten an
dispute-filed-record = { $who } stellte den Tisch richtig
dispute-filed-void = { $who } erklärte die Partie für ungültig
dispute-filed-pause = { $who } unterbrach die Partie
dispute-filed-resume = { $who } ließ die Partie weitergehen
dispute-after = Nach Ereignis { $n }
dispute-hand = Mit den Augen von { $who }
dispute-every-hand = Alle Hände
dispute-find = Was geschah
dispute-find-text = Was du als geschehen feststellst, unabhängig von der Regel
dispute-find-sealed = Versiegeln, bis die Partie vorbei ist, weil es von verdeckten Karten spricht
dispute-find-file = Feststellung eintragen
dispute-rule = Entscheiden
dispute-rule-outcome = Beanstandung
dispute-rule-upheld = stattgegeben
dispute-rule-dismissed = abgewiesen
dispute-rule-clause = Absatz
dispute-rule-article = Eintrag im Buch
dispute-rule-remedy = Was folgt
dispute-rule-back = Neu gespielt nach Ereignis
dispute-rule-exact = Den Zugstapel lassen, wie er lag, auch wenn ihn jemand gesehen hat
dispute-rule-why = Warum er bleibt
dispute-rule-penalty = Strafe
dispute-rule-against = Für
dispute-rule-branch = Welche Partie zählt
dispute-rule-committee = Die anderen im Ausschuss, mit ihren Kennungen; leer, wenn sie schon benannt sind
dispute-rule-text = Gründe
dispute-rule-file = Entscheidung verkünden
dispute-rule-propose = Dem Ausschuss vorschlagen
dispute-votes = Ausschuss: { $agreed } von { $members } dafür; mit { $needed } ist es entschieden.
dispute-organiser = Die Spielleitung
dispute-join-what = Hier stimmen Mitglieder des Ausschusses zu, jedes für sich.
dispute-join = Zustimmen
dispute-withdraw-what = Das ist deine Beanstandung; vor einer Entscheidung kannst du sie zurückziehen.
dispute-withdraw = Zurückziehen
dispute-goes-on = { $game } geht weiter, obwohl diese Partie nach der Entscheidung nicht zählt. Bevor sie endet, wird von den Partien daneben nichts aufgedeckt.
dispute-opens-later = Hände und Zugstapel dieser Partie werden aufgedeckt, sobald { $game } zu Ende ist.
dispute-call-off-what = { $game } endet endgültig ohne Ergebnis.
dispute-call-off = Abbrechen
dispute-do-stands = Alles bleibt, wie es ist
dispute-do-repair = Es wird am Tisch berichtigt
dispute-do-rewind = Es wird neu gespielt
dispute-do-void = Die Partie zählt nicht
dispute-nobody = niemanden
dispute-make = Diese Partie anlegen
dispute-make-what = Es ist neu zu spielen: Dieselben Personen behalten ihre Hand, und was niemand kannte, wird neu gemischt, wenn nicht anders entschieden. Diese Partie endet ohne Ergebnis.
dispute-made = Hier geht es weiter; jeder Link gilt nur für einen Platz:
dispute-protest-what = Bis entschieden ist, können beide weitergehen: diese Partie und ein Zweig ab Ereignis { $n }, mit denselben Personen und Händen und gemischtem Zugstapel.
dispute-protest = Einen Zweig unter Protest anlegen
dispute-protest-made = Wer das beanstandet hat, nennt hier diesen Zweig:
dispute-play-on-what = Hat ein Schiedsrichter einen Zweig angelegt, kannst du dort unter Protest weiterspielen; die Entscheidung sagt, welche Partie zählt.
dispute-play-on-branch = Zweig
dispute-play-on = Unter Protest weiterspielen
dispute-state = Deine Aussage
dispute-state-text = Woran du dich erinnerst; alle können es lesen
dispute-state-file = Aussage hinzufügen
dispute-pin = Ereignisse als Beleg angeben
dispute-pin-what = Welche Ereignisse sprechen dafür oder dagegen?
dispute-pin-file = Belege hinzufügen
dispute-appeal = Diese Entscheidung anfechten
dispute-appeal-until = Ein Ausschuss entscheidet dann neu. Anfechten kannst du bis
dispute-appeal-text = Warum die Entscheidung falsch ist
dispute-appeal-file = Anfechten
dispute-reopen = Wieder aufnehmen
dispute-reopen-text = Was es an neuen Belegen gibt
dispute-reopen-file = Streitfall wieder aufnehmen
dispute-halt-why = Warum; alle können es lesen
dispute-halt-pause = Partie unterbrechen
dispute-halt-resume = Partie weitergehen lassen
dispute-put-right-what = Am Tisch richtigzustellen: Drück auf die Karte, dann dorthin, wo sie hingehört.
dispute-ready-both = Beide sind sich darüber einig.
dispute-ready-log = Das Protokoll der Partie zeigt es.
dispute-ready-meant = Es war nicht so gemeint; es wird richtiggestellt.
## record: the page that takes a game from paper

record-title = Eine Partie vom Papier
record-lead = Schreib auf, was am Tisch gespielt wurde, ein Wort je Zug, und sieh es daneben liegen. Nichts wird behalten: Sichere die Partie als Datei, wenn sie vollständig ist.
record-noscript = Diese Seite braucht Skripte. Ohne sie:
record-sheet = Das Blatt, in Bohnennotation
record-read = { $lines ->
        [one] 1 Zeile gelesen, bis Ereignis { $events }
       *[other] { $lines } Zeilen gelesen, bis Ereignis { $events }
    }
record-slip = Zeile { $line }, Spalte { $column }: Das ist nicht zu lesen
record-contrary = Zeile { $line }, Spalte { $column }: Das ist unmöglich
record-there = Zeig mir, wo
record-wrong = Was die Regeln verbieten
record-event = Ereignis { $n }:
record-save = { $name } sichern
record-line = Der Tisch auf einer Zeile
record-play = Was geschah, die letzte Zeile zuerst

## hearing: what stands in the way of a ruling

hearing-unknown = Noch kann niemand über diese Partie entscheiden: Es wurde nicht gesagt, wer auf { $who } sitzt. Die Spielleitung kann hier bestätigen, dass dort verschiedene Personen sitzen.
hearing-confirm-says = Du hast diese Partie angelegt. Damit bestätigst du, dass dies verschiedene Personen sind und keine davon Schiedsrichter ist. Alle können lesen, dass du das gesagt hast.
hearing-confirm = { $count ->
    [one] Ja, das ist eine Person
   *[other] Ja, das sind { $count } verschiedene Personen
  }
hearing-arbiter-players_unknown = Du kannst hier noch nicht entscheiden: Es ist nicht bekannt, wer alle Spieler sind. Die Spielleitung bestätigt es auf dieser Seite, mit ihrem eigenen Link.
hearing-arbiter-own_game = Du kannst hier nicht entscheiden: Du sitzt oder saßest an diesem Tisch. Ein anderer Schiedsrichter muss gerufen werden.
hearing-arbiter-own_organiser = Du kannst hier nicht entscheiden: Ein Spieler dieses Tisches hat dich allein gerufen. Er soll „Schiedsrichter rufen“ benutzen, damit alle anderen zustimmen können.
hearing-arbiter-unknown = Du kannst hier nicht entscheiden: Niemand weiß, wer du bist oder wer dich gerufen hat. Lass dich mit „Schiedsrichter rufen“ rufen und öffne diesen Link.

## clock

clock-title = Uhr
clock-trading = Handeln
clock-days = { $count ->
        [one] { $count } Tag
       *[other] { $count } Tage
    }
clock-expired = abgelaufen
clock-passed = gepasst
clock-pass = Passen
clock-waits = Die Uhr läuft ab dem ersten Zug.
clock-stopped = Die Uhr steht.
clock-why-paused = Die Uhr steht: Die Partie ist pausiert.
clock-why-time_up = Die Zeit ist um: Ein Schiedsrichter wird gerufen.
clock-start = Uhr starten
clock-stop = Uhr anhalten
clock-more-all = 1 Minute für alle
clock-more-seat = Eine Minute mehr für { $name }
clock-more-trading = Eine Minute Handeln mehr

## call: an arbiter is called, and comes

call-title = Als Schiedsrichter gerufen
call-opening = Der Link wird gelesen.
call-arbiter = Schiedsrichter rufen
call-says = Zeig den Link jemandem, der hier nicht mitspielt. Diese Person sieht, was Zuschauer sehen, bis alle anderen am Tisch zustimmen; dann sieht sie alle Karten und entscheidet. Alle erfahren, dass du rufst.
call-host-says = Du hast diese Partie angelegt und sitzt an keinem Platz. Zeig den Link jemandem, der hier nicht mitspielt: Diese Person sieht sofort alle Karten und darf entscheiden. Alle erfahren, dass ein Schiedsrichter gerufen wurde.
call-why = Warum
call-why-usual = Wir brauchen eine Entscheidung.
call-make = Link erstellen
call-show = Lass den Schiedsrichter diesen Code lesen, oder schick ihm den Link. Wer ihn zuerst öffnet, ist der Schiedsrichter. Er gilt eine Stunde.
call-link = Link für den Schiedsrichter
call-withdraw = Den Ruf zurückziehen
call-stands = Du hast einen Schiedsrichter gerufen; der Link ist noch offen. Ein neuer tritt an seine Stelle.
call-waits = Jetzt muss { $who } zustimmen: Eine Zeile über dem Tisch fragt danach.
call-waits-host = Jetzt muss die Spielleitung zustimmen: Sonst sitzt niemand am Tisch.
call-hosted = Wer den Link öffnet, ist sofort Schiedsrichter.
call-by = { $who } bittet dich, in dieser Partie einen Streitfall zu entscheiden.
call-seat = Platz { $n }
call-come = Ich bin der Schiedsrichter
call-come-says = Komm nur, wenn du an diesem Tisch nicht mitspielst. Du siehst, was Zuschauer sehen, bis alle anderen zustimmen; dann siehst du alle Karten und darfst entscheiden. Der Link ist damit verbraucht.
call-no-key = Dem Link fehlt das Ende. Öffne ihn noch einmal, oder lies den Code neu.
call-taken = Jemand hat diesen Link schon geöffnet: Er gilt nur für den Ersten. Warst du das nicht, lass den Spieler noch einmal rufen.
call-expired = Dieser Ruf galt eine Stunde und ist vorbei. Lass den Spieler noch einmal rufen.
call-gone = Dieser Link gilt nicht mehr: Der Ruf wurde zurückgezogen oder ersetzt. Lass den Spieler noch einmal rufen.

## case: what is disputed and ruled, told to the table

case-title = Was strittig ist
case-arbiter = Ein Schiedsrichter
case-dispute-opened = { $who } beanstandet Ereignis { $event }.
case-ruling-appealed = { $who } ficht die Entscheidung zu Streitfall { $dispute } an.
case-dispute-reopened = { $who } nimmt Streitfall { $dispute } wieder auf.
case-dispute-withdrawn = { $who } zieht Streitfall { $dispute } zurück.
case-upheld = Entscheidung zu Streitfall { $dispute }: stattgegeben nach { $clause }.
case-dismissed = Entscheidung zu Streitfall { $dispute }: abgewiesen nach { $clause }.
case-called = { $who } ruft einen Schiedsrichter.
case-not-come = Der Schiedsrichter ist noch nicht da.
case-waits = Zustimmen muss noch: { $who }.
case-waits-host = Die Spielleitung muss noch zustimmen.
case-agree = { $who } ruft einen Schiedsrichter, der alle Karten sehen darf.
case-agree-do = Zustimmen
case-agree-says = Wer auf diesen Ruf kommt, sieht alle Karten, auch deine, und entscheidet.
case-admitted = Der Schiedsrichter ist da und darf entscheiden.
case-you-rule = Alle stimmen zu: Du darfst alle Karten sehen und entscheiden.
case-paused = Die Partie ist pausiert.
case-withdraw = Den Ruf zurückziehen
case-read = Lesen
case-pause = Unterbrechen
case-pause-why = Streitfall { $dispute } wird verhandelt.

## correct: wie ein Schiedsrichter den Tisch richtigstellt

correct-title = Den Tisch richtigstellen
correct-which = Drück auf die Karte, die falsch liegt
correct-how = Drück dann dorthin, wo sie hingehört. Vor deiner Bestätigung ändert sich nichts. Solange siehst du alle Handkarten, und alle erfahren das.
correct-where = Wohin kommt { $card }?
correct-ask = So richtigstellen?
correct-done = Erledigt: { $says }.
correct-nothing-there = Dort liegt keine Karte: Drück auf eine Karte.
correct-refused = Das geht nicht: { $why }.
correct-went-on = Die Partie ist inzwischen weitergegangen. Sieh dir den Tisch an und drück noch einmal auf die Karte.
correct-not-arbiter = Den Tisch stellt nur ein Schiedsrichter dieser Partie richtig, der alle Handkarten sehen darf.
correct-other-card = Eine andere Karte
correct-end = Fertig
correct-goal = Wohin sie kommt …
correct-else = Etwas anderes …
correct-turn = { $who } ist am Zug
correct-shuffle = Den Zugstapel mischen
correct-why = Warum, für alle zu lesen
correct-why-ruling = Entscheidung in Streitfall { $dispute }.
correct-give = Richtigstellen
correct-not = Doch nicht
correct-top-card = die oberste Karte
correct-of = { $card } von { $who }
correct-to-field = { $who }: Feld { $field }
correct-to-hand = { $who }: Hand
correct-to-coins = { $who }: Taler
correct-to-aside = { $who }: beiseitegelegt
correct-to-pile = Oben auf den Zugstapel
correct-to-bottom = Unter den Zugstapel
correct-to-discards = Ablagestapel
correct-to-up = Aufgedeckt
record-mend = { $written } schreiben
record-sample = Ein Beispiel zeigen
record-how = Wie Züge geschrieben werden
record-guide = Alles über die Schreibweise
record-notation = Wie Züge geschrieben werden: { $edition }
record-written = Geschrieben
record-means = Bedeutung
record-note-braces = In geschweiften Klammern: die Handkarte, die angebaut, angeboten oder übergeben wurde
record-note-seat = Ein anderer Platz als der des aktiven Spielers: Der erste Spieler ist A
record-note-star = In einem Angebot hinter einer Karte: Sie wird aus der Hand des anderen verlangt. Ohne Stern ist es eine aufgedeckte Karte
record-note-place = Die dritte Karte der Hand, von vorn
record-note-undo = Der letzte Zug wurde am Tisch zurückgenommen
record-note-note = Eine Bemerkung
record-note-waived = Das wurde wirklich so gespielt, gegen die Regeln: Es bleibt als Regelverstoß stehen

## tournament: the list of tournaments, the page of one, its wall

tournament-list-title = Turniere
tournament-list-lead = Runden an Tischen zu zweit bis zu siebt, so ausgelost, dass jeder jede Auslosung nachrechnen kann. Schau zu, oder leite eines: Ein Telefon genügt.
tournament-needs-scripts = Diese Seite braucht Skripte. Ohne sie gibt es die Datei des Turniers.
tournament-loading = Wird geladen …
tournament-none = Hier gibt es noch keine Turniere.
tournament-new = Neues Turnier
tournament-title = Wie es heißt
tournament-edition = Ausgabe
tournament-format = Wie ausgelost wird
tournament-format-heats = Vorrunden
tournament-format-swiss = Schweizer System
tournament-format-round_robin = jeder gegen jeden
tournament-format-knockout = K.-o.-System
tournament-format-league = Liga
tournament-format-how = Vorrunden sind im Voraus ausgelost, damit sich Spieler so selten wie möglich wieder treffen. Das Schweizer System setzt Spieler mit ähnlichem Stand an einen Tisch. Bei jeder gegen jeden treffen sich alle. Im K.-o.-System kommen die Besten jedes Tisches weiter. In einer Liga wartet keine Runde auf die andere.
tournament-rounds = Runden
tournament-preferred = Spieler an einem Tisch (leer: 4)
tournament-more-rules = Weitere Regeln
tournament-final = Spieler im Finale (leer: kein Finale)
tournament-counted = Beste Runden, die zählen (leer: alle)
tournament-delay = Sekunden, um die Zuschauer später sehen
tournament-private = Privat: Nur Offizielle und Spieler wissen davon
tournament-create = Turnier anlegen
tournament-facts = { $edition } · { $format } · { $rounds ->
        [one] 1 Runde
       *[other] { $rounds } Runden
    } · { $players ->
        [one] 1 Spieler
       *[other] { $players } Spieler
    }
tournament-status-registration = Anmeldung
tournament-status-running = LIVE
tournament-status-closed = abgeschlossen
tournament-forked-from = Was wäre wenn, ab Ereignis { $n } des Originals
tournament-tab-rounds = Tische
tournament-tab-standings = Rangliste
tournament-tab-players = Spieler
tournament-tab-history = Verlauf
tournament-tab-path = Meine Tische
tournament-path = Alle Runden von { $name }
tournament-stands = Rang { $rank } · Punkte: { $points }
tournament-not-drawn = In dieser Runde nicht ausgelost:
tournament-no-such-player = Diesen Spieler gibt es in diesem Turnier nicht.
tournament-acting-as = Handeln als
tournament-role-director = Turnierleitung
tournament-role-arbiter = Schiedsrichter
tournament-role-scorer = Protokollführer
tournament-role-broadcaster = Übertragungsleiter
tournament-role-player = Spieler
tournament-role-spectator = Zuschauer
tournament-desk = Was zu tun ist
tournament-draw = Runde { $n } auslosen
tournament-undraw = Entwurf zurücknehmen
tournament-release = Runde { $n } veröffentlichen
tournament-start-games = Partien der Runde { $n } hier beginnen
tournament-confirm-round = Runde { $n } bestätigen
tournament-reopen-round = Runde { $n } wieder öffnen
tournament-close = Turnier abschließen
tournament-reopen = Turnier wieder öffnen
tournament-reveal = Alle Geheimnisse offenlegen
tournament-tables-settled = Runde { $n }: { $settled } von { $count } Tischen haben ihr Ergebnis.
tournament-disputes = Die Streitfälle
tournament-judge = Hier entscheiden
tournament-awaits-game = Weder Partie noch Ergebnis:
tournament-awaits-confirmation = Ergebnisse zu bestätigen:
tournament-awaits-deal = Beendet, aber ein anderer Tisch spielt noch mit denselben Karten:
tournament-awaits-holds = Andere Tische mit denselben Karten warten auf das Ende dieser Partie:
tournament-call-off = Partie abbrechen
tournament-awaits-voided = Partie ohne Ergebnis beendet:
tournament-awaits-absent = Die Partie ist nicht lesbar:
tournament-awaits-not_public = Das Ende der Partie ist nicht öffentlich:
tournament-awaits-other_size = Die Partie hat eine andere Spielerzahl:
tournament-awaits-time_up = Die Zeit ist um, und ein Schiedsrichter wird gerufen:
tournament-awaits-stopped = Die Partie ist pausiert, oder ihre Uhr ist angehalten:
tournament-awaits-ruling = Ein Streitfall wartet auf eine Entscheidung:
tournament-awaits-replay = Nach einer Entscheidung neu zu spielen:
tournament-awaits-reopening = Eine Entscheidung ändert das Ergebnis; das Turnier wieder öffnen:
tournament-new-comments = Neue Kommentare von Zuschauern:
tournament-read-comments = Lesen
tournament-present-count = { $count ->
        [one] 1 Spieler ist da.
       *[other] { $count } Spieler sind da.
    }
tournament-too-few = Runde { $n } kann ausgelost werden, sobald mindestens { $count } Spieler da sind.
tournament-register-players = Spieler anmelden
tournament-check-in-players = Spieler anwesend melden
tournament-running-for = Läuft seit { $time }
tournament-time-left = Noch { $time }
tournament-time-up = Die Zeit ist seit { $time } um
tournament-ends-at = Die Zeit ist um { $time } Uhr um.
tournament-printed-start = Beginn: { $time } Uhr
tournament-printed-length = Dauer: { $minutes ->
        [one] 1 Minute
       *[other] { $minutes } Minuten
    }
tournament-add-time-table = 5 Minuten mehr für Tisch { $n }
tournament-minutes = Minuten je Runde (leer: ohne Grenze)
tournament-seeding = K.-o.: Tische werden besetzt
tournament-seeding-lot = durch das Los
tournament-seeding-standings = nach der Tabelle
tournament-rules-and-times = Regeln und Zeiten
tournament-rules-from = Ab Runde { $n }
tournament-change-rules = Regeln ändern
tournament-times = Wann eine Runde gespielt wird
tournament-which-round = Runde
tournament-opens = Von
tournament-closes = Bis
tournament-announce = Ankündigen
tournament-add-time = 5 Minuten mehr
tournament-time-added = { $count } Minuten kamen dazu
tournament-round = Runde { $n }
tournament-round-short = Runde { $n }
tournament-round-draft = Entwurf
tournament-round-released = veröffentlicht
tournament-round-confirmed = bestätigt
tournament-no-rounds = Noch ist keine Runde angesetzt.
tournament-window = Runde { $n } wird vom { $opens } bis { $closes } gespielt.
tournament-table = Tisch { $n }
tournament-table-short = Tisch { $n }
tournament-table-open = noch ohne Ergebnis
tournament-table-playing = wird gespielt
tournament-table-entered = zu bestätigen
tournament-table-confirmed = bestätigt
tournament-table-voided = ohne Ergebnis, durch Entscheidung
tournament-sit-outs = Setzen aus:
tournament-byes = Ohne Partie weiter:
tournament-out = Ausgeschieden:
tournament-cost = Kosten dieser Sitzordnung { $cost }, und keine kostet weniger als { $bound }.
tournament-secret = Geheimnis der Auslosung:
tournament-swap-how = Um zwei Spieler zu tauschen, klick erst den einen, dann den anderen an.
tournament-swap-with = Klick den Spieler an, der mit { $name } den Platz tauscht.
tournament-swapped = { $one } und { $other } tauschen die Plätze.
tournament-swap-cost = Getauscht. Die Sitzordnung kostete vorher { $before }, jetzt { $after }.
tournament-wrong-seats = Falsche Plätze?
tournament-seats-ruling = { $one } und { $other } saßen auf dem Platz des jeweils anderen
tournament-event-seats-swapped = Eine Entscheidung: { $name } und { $other } saßen in Runde { $round } auf dem Platz des jeweils anderen
tournament-enter = Ergebnis eintragen
tournament-confirm = Ergebnis bestätigen
tournament-correct = Durch Entscheidung berichtigen
tournament-void = Entscheiden: ohne Ergebnis
tournament-cancel = Abbrechen
tournament-reason = Begründung, die jeder lesen darf
tournament-place = Rang { $n }
tournament-game = Zur Partie
tournament-no-standings = Es gibt noch keine Spieler.
tournament-standings-how = Öffne eine Zeile, um zu sehen, woher ihre Punkte kommen.
tournament-why-game = Partie
tournament-why-paper = Partie auf Papier
tournament-why-sit_out = Ausgesetzt
tournament-why-penalty = Strafe
tournament-why-ruling = Entscheidung
tournament-why-dropped = Gestrichene Runde
tournament-duplicate = Dieselben Karten an allen Tischen (Duplicate)
tournament-duplicate-none = nein
tournament-duplicate-coins = Taler vergleichen
tournament-duplicate-matchpoints = nach Matchpoints vergleichen
tournament-duplicate-how = Beim Duplicate spielen alle Tische gleicher Größe dieselbe Kartenverteilung, und deine Taler werden mit denen aller verglichen, die auf deinem Platz saßen. Ergebnisse erscheinen, wenn der letzte dieser Tische fertig ist.
tournament-is-duplicate-coins = als Duplicate: Taler
tournament-is-duplicate-matchpoints = als Duplicate: Matchpoints
tournament-clock-turn = { $time } je Zug
tournament-clock-trading = { $time } je Handel, für alle
tournament-clock-game = { $time } für die Partie
tournament-clock = Uhr der Partien: { $budgets }. Ist die Zeit um, { $zero }.
tournament-round-clock = Uhr der Partien dieser Runde: { $budgets }. Ist die Zeit um, { $zero }.
tournament-round-no-clock = Die Partien dieser Runde haben keine Uhr.
tournament-same-deal = { $count ->
        [one] Neben dem anderen Tisch mit diesen Karten ansehen
       *[other] Neben { $count } anderen Tischen mit diesen Karten ansehen
    }
tournament-compared = { $others ->
        [one] { $coins } Taler; derselbe Platz am anderen Tisch: { $mean }
       *[other] { $coins } Taler; derselbe Platz an { $others } anderen Tischen: im Mittel { $mean }
    }
tournament-compared-alone = { $coins } Taler; die anderen an diesem Tisch: im Mittel { $mean }
tournament-compared-line = Tisch { $table }, { $name }: { $coins }
tournament-event = Ereignis { $n }
tournament-tie-breaks = Feinwertungen:
tournament-tie-wins = Siege
tournament-tie-coin_share = Anteil der Taler
tournament-tie-turn_order = Zugreihenfolge
tournament-tie-opponents = Gegner
tournament-tie-head_to_head = untereinander
tournament-tie-lot = Los
tournament-tie-reached = erreichte Runde
tournament-tie-place = Platz dort
tournament-register = Namen, in beliebiger Liste; ein Verein in Klammern
tournament-register-example = Ana Muster (Bohnenclub)
tournament-register-present = Sie sind da
tournament-register-do = { $count ->
        [one] 1 Spieler anmelden
       *[other] { $count } Spieler anmelden
    }
tournament-players-count = { $count ->
        [one] 1 Spieler
       *[other] { $count } Spieler
    }, { $present } da
tournament-check-in = Anwesend melden
tournament-check-in-all = Alle anwesend melden
tournament-withdraw = Zurückziehen
tournament-present = da
tournament-absent = nicht da
tournament-excluded = ausgeschlossen
tournament-player-link = Link
tournament-helpers = Links für Helfer
tournament-helpers-how = Wer einen Link hat, handelt in dieser Rolle bis zum Ende des Turniers. Ein Ergebnis vom Papier bestätigt jemand anderes, als es eingetragen hat.
tournament-public-link = Für Zuschauer
tournament-new-scorer = Weiterer Protokollführer
tournament-new-arbiter = Weiterer Schiedsrichter
tournament-new-broadcaster = Weiterer Übertragungsleiter
tournament-penalties = Strafen
tournament-penalty = Strafe
tournament-penalty-warning = Verwarnung
tournament-penalty-coin_loss = Verlust eines Talers
tournament-penalty-game_loss = Verlust der Partie
tournament-penalty-points = Punktabzug
tournament-penalty-exclusion = Ausschluss
tournament-penalise = Strafe aussprechen
tournament-player = Spieler
tournament-lift = Aufheben
tournament-lifted = aufgehoben
tournament-audit = Jedes Ereignis prüfen
tournament-verdict-ok = jedes Ereignis stimmt
tournament-verdict-open = stimmt bis hierher
tournament-verdict-wrong = etwas stimmt nicht
tournament-fork = Was wäre wenn …
tournament-erased = (gelöscht)
tournament-back = Ein Ereignis zurück
tournament-forth = Ein Ereignis weiter
tournament-after-event = Gezeigt nach diesem Ereignis
tournament-at = Ereignis { $n } von { $last }
tournament-to-now = Zur Gegenwart
tournament-file-how = Jeder kann das alles nachrechnen:
tournament-file = die Datei des Turniers
tournament-statistics = Statistik seiner Partien
tournament-wall = Seite für die Wand
tournament-event-tournament-created = Das Turnier wird angelegt
tournament-event-rules-changed = Die Regeln ändern sich ab Runde { $round }
tournament-event-player-registered = { $name } wird angemeldet
tournament-event-club-noted = Der Verein von { $name } wird vermerkt
tournament-event-pair-forbidden = { $name } und { $other } treffen nicht aufeinander
tournament-event-player-checked-in = { $name } ist da
tournament-event-player-withdrew = { $name } zieht sich zurück
tournament-event-player-substituted = { $other } spielt für { $name } an Tisch { $table } der Runde { $round }
tournament-event-round-drawn = Runde { $round } wird ausgelost: Kosten { $cost }, mindestens { $bound }
tournament-event-seating-overridden = Die Sitzordnung der Runde { $round } wird vorgeschrieben: Kosten vorher { $before }, jetzt { $after }
tournament-event-draw-withdrawn = Der Entwurf der Runde { $round } wird zurückgenommen
tournament-event-round-released = Runde { $round } wird veröffentlicht
tournament-event-game-linked = Tisch { $table } der Runde { $round } spielt { $game }
tournament-event-table-result-taken = Ergebnis von Tisch { $table }, Runde { $round }: { $scores }
tournament-event-table-result-entered = Ergebnis von Tisch { $table }, Runde { $round }, vom Papier: { $scores }
tournament-event-table-result-confirmed = Das Ergebnis von Tisch { $table }, Runde { $round }, wird bestätigt
tournament-event-table-result-corrected = Eine Entscheidung berichtigt Tisch { $table }, Runde { $round }: { $scores }
tournament-event-table-voided = Eine Entscheidung: Tisch { $table } der Runde { $round } hat kein Ergebnis
tournament-event-penalty-given = Strafe { $penalty } für { $name }: { $kind }
tournament-event-penalty-lifted = Strafe { $penalty } wird aufgehoben
tournament-event-time-added = { $table ->
    [0] { $seconds } Sekunden kommen in Runde { $round } dazu
   *[other] { $seconds } Sekunden kommen an Tisch { $table } in Runde { $round } dazu
  }
tournament-event-round-confirmed = Runde { $round } wird bestätigt
tournament-event-round-reopened = Runde { $round } wird wieder geöffnet
tournament-event-tournament-closed = Das Turnier wird abgeschlossen
tournament-event-tournament-reopened = Das Turnier wird wieder geöffnet
tournament-event-secrets-revealed = Alle Geheimnisse werden offengelegt
tournament-print = Drucken
tournament-print-pairings = Tische
tournament-print-names = Nach Namen
tournament-print-slips = Ergebniszettel
tournament-print-cards = Tischkarten
tournament-print-standings = Rangliste
tournament-slip-score = Taler
tournament-slip-place = Rang
tournament-slip-signature = Unterschrift
tournament-points = Punkte
tournament-spoiler-free = Ohne Ergebnisse
tournament-frame-kept-back = Ergebnisse werden zurückgehalten.
tournament-kept-back = Ergebnisse sind verborgen. Nimm das Häkchen bei „Ohne Ergebnisse“ weg, um sie zu sehen.
tournament-before = (im Original Rang { $rank } mit { $points })
tournament-beside-original = Neben jedem Spieler steht seine Zeile im Original.
tournament-start-how = Hake an, wer ein Bot ist. Alle anderen bekommen einen Link zu ihrem Platz. Die Ergebnisse kommen von selbst.
tournament-start-do = { $count ->
        [one] 1 Partie beginnen
       *[other] { $count } Partien beginnen
    }
tournament-with = mit { $names }
tournament-event-round-scheduled = Die Zeit der Runde { $round } wird angesetzt
tournament-advance = K.-o.: wie viele je Tisch weiterkommen (leer: die Hälfte)

## statistics: an edition in numbers, a player, two players side by side

statistics-title = Statistik
statistics-editions = Ausgaben
statistics-loading = Es wird gezählt …
statistics-needs-scripts = Diese Seite braucht Skripte. Die Zahlen stehen hier:
statistics-player-title = Spieler
statistics-plot = Diagramm
statistics-keys = Die Pfeiltasten gehen von Punkt zu Punkt.
statistics-games-of = Die Partien dahinter
statistics-csv = Als CSV herunterladen
statistics-as-table = Als Tabelle
statistics-which = Welche Partien
statistics-all-sizes = Alle Größen
statistics-of-players = { $count ->
        [one] { $count } Spieler
       *[other] { $count } Spieler
    }
statistics-of-tournament = Nur Partien des Turniers
statistics-all-tournaments = Alle Partien dieser Ausgabe
statistics-with-simulated = Alle Partien
statistics-without-simulated = Partien mit Menschen
statistics-turn-order = Reihenfolge
statistics-bots-order = Zum Vergleich: gleich starke Bots bei { $deals } simulierten Verteilungen
statistics-turn-order-how = Anteil der Siege der Ersten, Zweiten … in der Reihenfolge mit seinem 95-%-Intervall. Die gestrichelte Linie ist der gleiche Anteil.
statistics-turn-order-point = Stelle { $n }: { $share } gewonnen ({ $low } bis { $high }), { $count } Partien.
statistics-turn = Stelle { $n }
statistics-order = Stelle
statistics-games = Partien
statistics-won = Gewonnen
statistics-interval = 95 %
statistics-coins = Taler
statistics-varieties = Welche Bohne sich lohnt
statistics-varieties-how = Taler je hundert verkaufte Karten.
statistics-variety-point = { $bean }: { $rate } Taler für hundert Karten ({ $coins } für { $sold }).
statistics-bean = Bohne
statistics-planted = Angebaut
statistics-sold = Verkauft
statistics-rate = Taler / 100
statistics-length = Länge
statistics-length-how = { $count ->
        [one] Eine Partie mit { $mean } Zügen.
       *[other] Züge einer Partie: { $mean } im Mittel ({ $low } bis { $high }), { $count } Partien.
    }
statistics-length-point = { $turns } Züge: { $count } Partien.
statistics-turns = Züge
statistics-pairs = Wer mit wem handelt
statistics-pairs-how = Gegeben und bekommen: was der Erste der beiden gab und bekam, in Talern. Eine Karte zählt zum besten Kurs ihres Bohnometers.
statistics-pair = Spieler
statistics-trades = Geschäfte
statistics-gifts = Geschenke
statistics-given = Gegeben
statistics-got = Bekommen
statistics-ratings = Wertungen
statistics-ratings-how = Alle beginnen bei 25. Die Linie ist die Unsicherheit: eine Standardabweichung zu jeder Seite.
statistics-rating-point = { $player }: { $rating } ± { $uncertainty }, { $count } Partien.
statistics-player = Spieler
statistics-rating = Wertung
statistics-provisional = vorläufig
statistics-lead = { $count ->
        [one] { $edition }: { $count } Partie wurde gezählt.
       *[other] { $edition }: { $count } Partien wurden gezählt.
    }
statistics-rules = Ihre Regeln
statistics-none = Noch keine Partie wurde gezählt. Eine Partie zählt, wenn sie nach den gedruckten Regeln zu Ende gespielt wurde.
statistics-unknown-player = Diese Person ist nicht bekannt oder hat keine Partie, die zählt.
statistics-search-games = In den Partien suchen
statistics-tournaments = Turniere
statistics-definitions = Definitionen, Version { $version }.
statistics-definitions-where = Was gezählt wird
statistics-adds-turn = { $coins } Taler, Anteil am Sieg { $win }
statistics-adds-bean = { $planted } angebaut, { $sold } verkauft, { $coins } Taler
statistics-adds-length = { $count ->
        [one] { $count } Zug
       *[other] { $count } Züge
    }
statistics-which-games = Die Partien hinter den Zahlen
statistics-which-games-how = Die neuesten zuerst, mit den Spielern in der Reihenfolge und ihren Punkten.
statistics-nameless = ein Spieler ohne Namen
statistics-simulated = nur Bots
statistics-more = Weitere Partien
statistics-form = Form
statistics-form-how = Der Rang in den letzten Partien, die neueste zuerst.
statistics-form-game = Rang { $place } von { $count }, { $day }
statistics-game = Partie
statistics-opponent = Gegner
statistics-expected = Erwartet
statistics-result = Ergebnis
statistics-part = Anteil
statistics-rating-course = Wertung im Lauf der Zeit
statistics-rating-course-how = Das Band ist die Unsicherheit. Wähle eine Partie, um zu sehen, was jeder Gegner beigetragen hat.
statistics-corrections = Berichtigte Wertungen
statistics-correction = { $day }: { $before } → { $after }. { $why }
statistics-no-rating = keine Wertung
statistics-why-voided = Eine Partie wurde annulliert.
statistics-why-ruled = Ein Entscheid hat das Ergebnis einer Partie aufgehoben.
statistics-why-counted-again = Eine Partie zählt wieder.
statistics-why-merged = Zwei Spieler wurden zusammengeführt.
statistics-rating-step = { $day }: { $before } → { $after }.
statistics-favourites = Lieblingsbohnen
statistics-favourites-how = Wie viele Karten jeder Sorte angebaut wurden.
statistics-favourite-point = { $bean }: { $planted } angebaut, { $coins } Taler.
statistics-partners = Partner
statistics-partners-how = Spieler an denselben Tischen: wie oft voraus, gleichauf oder zurück, und was gehandelt wurde.
statistics-ahead = Voraus, gleich, zurück
statistics-compare = Vergleichen
statistics-last-games = Letzte Partien
statistics-place = Rang { $place } von { $count }
statistics-score = { $count ->
        [one] { $count } Taler
       *[other] { $count } Taler
    }
statistics-all-games = Alle Partien
statistics-never-here = { $player } hat keine gezählte Partie in { $edition }.
statistics-ahead-of = Vor dem anderen
statistics-given-to = Gab dem anderen
statistics-comparison = Nebeneinander
statistics-figure = Zahl
statistics-met = { $count ->
        [one] { $count } Partie zusammen
       *[other] { $count } Partien zusammen
    }
statistics-never-met = Sie saßen noch an keinem Tisch zusammen.
statistics-alone = { $player } allein
statistics-is-bot = ein Bot
tournament-article = Eintrag im Buch der Maßnahmen
tournament-of-round = In Runde
