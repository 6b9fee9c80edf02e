# Les mots des pages. Comment en ajouter : en.ftl. Nous disons vous.

## base

base-skip = Aller à la page
base-site = Site
base-games = Parties
base-rules = Règles
base-arbiter = Arbitre
base-api = API
base-language = Langue
base-foot = Haricot joue à la famille Bohnanza selon des règles que l’on peut citer. Il n’est pas lié aux éditeurs de ces jeux.
base-codes = Codes d’erreur

## error

error-absent = Rien ne pousse ici
    .says = Il n’y a pas de page à cette adresse. Elle est peut-être mal écrite, ou ce qui était là n’y est plus.
    .next = Vers les parties
error-many = Un haricot à la fois
    .says = C’est plus de demandes qu’un visiteur ne peut en faire. Attendez une minute, puis continuez.
    .next = Vers les parties
error-refused = Ce n’est pas possible ici
    .says = La demande ne convient pas à cette adresse.
    .next = Vers les parties
error-broken = Quelque chose s’est cassé chez nous
    .says = Vous n’y êtes pour rien, et aucune partie n’a changé. Réessayez dans un instant.
    .next = Vers les parties

## table

table-face-down = face cachée
table-none = aucune
table-nothing = rien
table-won = Victoire de { $names }
table-over = Partie terminée
table-seating = Les joueurs prennent place
table-turn = Tour { $turn } · { $name } · { $phase }
table-seat = Place { $seat }, { $name }
table-seat-number = Place { $seat }
table-active = à son tour
table-you = vous
table-eyes = vu d’ici
table-winner = gagne
table-set-aside = Mis de côté
table-hand = Main
table-coins = { $count ->
        [one] { $count } écu
       *[other] { $count } écus
    }
table-holding = { $count ->
        [one] { $count } terrain
       *[other] { $count } terrains
    }, { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
table-front = première
table-field = Champ { $field }
table-field-empty = vide
table-pays = { $coins ->
        [one] { $coins } écu maintenant
       *[other] { $coins } écus maintenant
    }
table-pays-next = { $coins } à { $cards } cartes
table-draw-pile = Pioche
table-discards = Défausse
table-turned-up = Cartes retournées
table-exhausted = épuisée { $count }×
table-anyone = tous
table-offers = Offres en cours
table-for = contre
table-gives-to = donne à

## board: the map of a war and its attacks

board-title = { $count ->
    [one] Plateau d’un terrain
   *[other] Plateau de { $count } terrains
    }
board-closed = infranchissable
board-neutral = neutre
board-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
    }
board-least = se défend avec au moins { $least }
board-fortress = forteresse
board-empty = vide
board-riders-ready = cavaliers prêts
board-riders-beaten = cavaliers battus
board-attacked = attaqué
board-legend = Ce que sont les terrains
board-signs = Un bord de couleur et le numéro du siège désignent le propriétaire. Une tour est une forteresse ; un cheval, un groupe de cavaliers, couché quand il est battu.
board-attack = Attaque
board-defence = Défense
board-attacks = { $name } attaque : { $place }
board-round = manche { $round }
board-riders-of = cavaliers de { $place }
board-to-commit = à engager

## replay

replay-loading = On dresse la table…
replay-lagging = Voici la table après l’événement { $shown }. Chargement du { $n }…
replay-no-such-event = Cette partie n’a pas d’événement { $n } : voici le dernier.
replay-everything = Tout
replay-spectator = Spectateur
replay-eyes-of = { $name }
replay-view = Vue
replay-only-view = Vous ne pouvez voir cette partie que de cette façon.
replay-view-closed = Vous n’avez plus accès à cette vue.
replay-link-expired = Votre lien vers cette place n’est plus valable : vous regardez en spectateur.
replay-menu = Plus
replay-events = Événements
replay-turn = Tour { $turn }
replay-setting-up = Mise en place
replay-legal = conforme
replay-illegal = interdit
replay-differs = diffère
replay-consequence = s’ensuit
replay-unknown = impossible à juger dans cette vue
replay-live = EN DIRECT
replay-paused = en pause
replay-practice = entraînement
replay-reconnecting = reconnexion…
replay-behind = { $delay } de retard
replay-events-on = { $count ->
        [one] +{ $count } événement
       *[other] +{ $count } événements
    }
replay-delay-events = { $count ->
        [one] { $count } événement
       *[other] { $count } événements
    }
replay-delay-seconds = { $count } s
replay-faults = { $count ->
        [one] { $count } événement enfreint les règles
       *[other] { $count } événements enfreignent les règles
    }
replay-no-fault = Aucun événement de cette partie n’enfreint une règle.
replay-still-judging = Les événements sont encore à l’examen.
replay-none-of-kind = Il n’y en a pas dans cette partie.
replay-only-one = C’est le seul.
replay-gone-round = Tour complet : on reprend de l’autre bout.
replay-audit-good = prouvée
replay-audit-bad = irrégulière
replay-audit-open = contrôle
replay-rules = Règles
replay-deal = Donne
replay-record = Dossier
replay-first = Premier événement (Début)
replay-turn-back = Tour d’avant (Maj+←)
replay-back = Événement d’avant (←)
replay-play = Lecture (Espace)
replay-pause = Pause (Espace)
replay-next = Événement suivant (→)
replay-turn-next = Tour suivant (Maj+→)
replay-last = Dernier événement (Fin)
replay-controls = Lecture
replay-speed = Vitesse
replay-event = Événement
replay-hide-result = Masquer le résultat
replay-show-result = Montrer le résultat
replay-close = Fermer
replay-lost-sight = À partir d’ici, cette vue ne permet plus de la suivre.
