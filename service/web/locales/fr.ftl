# Les mots des pages. Comment en ajouter : en.ftl. Nous disons vous.

## base

base-skip = Aller à la page
base-site = Site
base-games = Parties
base-tournaments = Tournois
base-statistics = Statistiques
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
    .says = C’est plus de demandes qu’un navigateur, ou un réseau, ne peut en faire. Rien n’est perdu.
    .next = Vers les parties
error-many-again = Cette page se recharge toute seule. Secondes restantes :
error-refused = Ce n’est pas possible ici
    .says = La demande ne convient pas à cette adresse.
    .next = Vers les parties
error-broken = Quelque chose s’est cassé chez nous
    .says = Vous n’y êtes pour rien, et aucune partie n’a changé. Réessayez dans un instant.
    .next = Vers les parties

## table

table-face-down = face cachée
table-known = connue : { $bean }
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
        [one] { $count } pièce
       *[other] { $count } pièces
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
        [one] { $coins } pièce maintenant
       *[other] { $coins } pièces maintenant
    }
table-pays-next = { $coins } à { $cards } cartes
table-middle = Milieu de la table
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
board-riders-upright = cavaliers prêts
board-riders-beaten = cavaliers battus
board-attacked = attaqué
board-large = Grand plateau
board-legend = Ce que sont les terrains
board-signs = Un bord de couleur et le numéro de la place désignent le propriétaire. Une tour est une forteresse ; un cheval, un groupe de cavaliers, couché quand il est battu.
board-attack = Attaque
board-defence = Défense
board-attacks = { $name } attaque : { $place }
board-round = manche { $round }
board-riders-of = cavaliers de { $place }
board-to-commit = à engager

## game

game-needs-scripts = La table est dessinée par des scripts. Sans eux :
game-sentences = la partie en phrases
game-events = ses événements
game-audit = son contrôle

## replay

replay-loading = On dresse la table…
replay-lagging = Voici la table après l’événement { $shown }. Chargement du { $n }…
replay-no-such-event = Cette partie n’a pas d’événement { $n }.
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
replay-legal = permis
replay-illegal = illégal
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
replay-after-end = visible après la fin
replay-after-end-why = D’autres tables ont peut-être les mêmes cartes. La partie est montrée quand la dernière d’entre elles a terminé.
replay-delay-seconds = { $count } s
replay-faults = { $count ->
        [one] { $count } événement enfreint les règles
       *[other] { $count } événements enfreignent les règles
    }
replay-no-fault = Aucun événement de cette partie n’enfreint une règle.
replay-still-judging = Les événements sont encore à l’examen.
replay-none-of-kind = Il n’y en a pas dans cette partie.
replay-only-one = C’est le seul.
replay-gone-round = Bout de la partie atteint : on reprend à l’autre bout.
replay-rules = Règles
replay-deal = Donne
replay-record = Journal
replay-first = Premier événement (Début)
replay-turn-back = Tour d’avant ([)
replay-back = Événement d’avant (←)
replay-play = Lecture (Espace)
replay-pause = Pause (Espace)
replay-next = Événement suivant (→)
replay-turn-next = Tour suivant (])
replay-last = Dernier événement (Fin)
replay-controls = Lecture
replay-speed = Vitesse
replay-event = Événement
replay-hide-result = Masquer le résultat
replay-show-result = Montrer le résultat
replay-close = Fermer
replay-rail = À côté de la table
replay-legal-here = Permis ici
replay-comments = Remarques
replay-none-shown = Aucun événement jusqu’ici n’est de ce genre ni de ces places.
replay-filter = Ne montrer que
replay-all = tout
replay-only-harvest = récoltes
replay-only-trade = échanges
replay-only-plant = plantations
replay-only-draw = pioches
replay-only-attack = attaques
replay-only-wrong = fautes
replay-only-note = remarques
replay-in-rulebook = dans le livret de règles
replay-ask = Demander à l’arbitre
replay-sheet = Feuille à imprimer
replay-protocol = Procès-verbal à signer
replay-disputes = Litiges
replay-labelled = { $name } : { $says }
replay-legal-closed = Ce qu’un joueur peut faire n’est montré qu’à ceux qui peuvent voir sa main.
replay-legal-who = Ce que peut faire ici
replay-knows = Connu
replay-knows-who = Ce que peut savoir ici
replay-knows-all = Quiconque regarde
replay-knows-nothing-hidden = Rien n’est caché ici.
replay-knows-hidden = { $count ->
        [one] une carte
       *[other] { $count } cartes
    }
replay-may = Permis ici
replay-may-nothing = Rien : la partie attend les autres.
replay-may-not = Illégal ici, et pourquoi
replay-and-more = { $count ->
        [one] et { $count } de plus
       *[other] et { $count } de plus
    }
replay-no-comments = Personne n’a encore fait de remarque.
replay-comment-on = Votre remarque sur l’événement { $n }
replay-comment-add = Ajouter
replay-comment-name = Votre nom
replay-comment-later = Les joueurs le lisent une fois la partie terminée.
replay-comment-remove = Retirer
replay-comment-remove-of = Retirer la remarque de { $name }
replay-comments-close = Fermer les remarques des spectateurs
replay-comments-open = Ouvrir les remarques des spectateurs
replay-comment-closed = Seuls ceux qui participent à cette partie peuvent écrire : ouvrez-la avec le lien vers votre place.
replay-by-organiser = Organisateur
replay-by-arbiter = Arbitre
replay-by-spectator = Spectateur
replay-by-named = { $name } (spectateur)
replay-by-broadcaster = Diffuseur
replay-by-director = Directeur
replay-by-service = Le service
replay-noted-paused = La partie est suspendue.
replay-noted-resumed = La partie reprend.
replay-noted-hints-off = L’organisateur ne permet aucune aide dans cette partie.
replay-noted-comments-opened = Les spectateurs peuvent commenter cette partie.
replay-noted-comments-closed = Les spectateurs ne peuvent plus commenter cette partie.
replay-noted-seat-bot = Un robot joue à la place de { $seat }.
replay-noted-seat-other = La place de { $seat } a été donnée à quelqu’un d’autre.
replay-noted-seat-token = { $seat } a reçu un nouveau lien.
replay-noted-seat-anew = Les liens de cette partie ont été distribués de nouveau.
replay-noted-persons-stated = L’organisateur dit qui joue à quelle place.
replay-noted-persons-different = L’organisateur confirme que des personnes différentes sont à la table.
replay-noted-arbiter-called = Un arbitre a été appelé : { $reason }
replay-noted-call-opened = { $who } appelle un arbitre : tous les autres sont priés de donner leur accord.
replay-noted-call-came = La personne appelée comme arbitre est arrivée.
replay-noted-call-agreed = { $who } accepte l’arbitre.
replay-noted-call-admitted = L’arbitre peut voir toutes les mains et trancher : tous ceux qu’il fallait ont accepté.
replay-noted-call-withdrawn = { $who } renonce à appeler un arbitre.
replay-noted-look-cards = A regardé les cartes : { $view }
replay-noted-look-fork = A regardé les cartes d’une branche de cette partie, scellée jusqu’à sa fin.
replay-noted-dispute-opened = { $who } conteste { $event } : litige { $dispute }.
replay-noted-dispute-stated = { $who } fait une déclaration sur le litige { $dispute }.
replay-noted-dispute-pinned = { $who } cite des événements comme preuve dans le litige { $dispute }.
replay-noted-dispute-found = { $who } constate ce qui s’est passé dans le litige { $dispute }.
replay-noted-dispute-ruled = { $who } tranche le litige { $dispute }.
replay-noted-dispute-proposed = { $who } propose à un comité comment trancher le litige { $dispute }.
replay-noted-dispute-joined = { $who } approuve ce qui est proposé sur le litige { $dispute }.
replay-noted-dispute-decided = Un comité tranche le litige { $dispute }.
replay-noted-dispute-appealed = { $who } fait appel de la décision sur le litige { $dispute }.
replay-noted-dispute-reopened = { $who } reprend le litige { $dispute }.
replay-noted-dispute-withdrawn = { $who } retire le litige { $dispute }.
replay-noted-dispute-protest = { $who } continue sous réserve dans le litige { $dispute }.
replay-noted-dispute-again = { $who } désigne la partie où le litige { $dispute } est rejoué.
replay-noted-dispute-confirmed = { $who } confirme le résultat.
replay-show = Montrer
replay-own-name = Changer mon nom
replay-keys = Touches
replay-keys-on = Lettres, chiffres et signes sont des touches
replay-key-next = événement suivant
replay-key-back = événement d’avant
replay-key-each-next = événement suivant, même sans mouvement de carte
replay-key-each-back = événement précédent, même sans mouvement de carte
replay-key-moment = prochain moment décisif
replay-key-moment-back = moment décisif précédent
replay-pass-quiet = Les flèches et la lecture sautent les événements qui ne déplacent aucune carte (Maj et une flèche s’arrêtent à chacun)
replay-go-to = Aller à l’événement
replay-go = Aller
replay-next-trade = Échange suivant (t)
replay-next-harvest = Récolte suivante (h)
replay-next-attack = Attaque suivante (a)
replay-next-moment = Moment décisif suivant (n)
replay-mark-lead = prend la tête
replay-key-turn-next = tour suivant
replay-key-turn-back = tour d’avant
replay-key-first = premier événement
replay-key-last = dernier événement connu
replay-key-play = lecture ou pause
replay-key-slower = plus lent
replay-key-faster = plus vite
replay-key-trade = échange suivant
replay-key-harvest = récolte suivante
replay-key-attack = attaque suivante
replay-key-fault = faute suivante
replay-key-fault-back = faute d’avant
replay-key-view = vue suivante
replay-key-everything = tout voir
replay-key-comment = écrire une remarque
replay-key-fork = et si…
replay-key-live = en direct : le dernier événement
replay-key-move = à vous : ce qu’on peut presser ensuite
replay-key-sheet = cette feuille
replay-key-number = aller à l’événement de ce numéro
replay-key-close = fermer ce qui est ouvert
replay-legend = Les marques
replay-legend-lines = Un trait plein : les pièces d’une place ; le tireté au-dessus : ce qu’elle aurait en récoltant maintenant tous ses champs. La ligne du dessous a la couleur de qui a le plus de pièces ; la marque d’une récolte grandit avec ses pièces.
replay-mark-harvest = récolte
replay-mark-trade = échange
replay-mark-donation = don
replay-mark-shuffle = mélange
replay-mark-third_field = 3e champ
replay-mark-attack = attaque
replay-mark-fault = enfreint une règle
replay-mark-note = remarque
replay-mark-fork = branche
replay-mark-end = fin
replay-values = Pièces en tableau
replay-values-says = Au début de chaque tour : les pièces de chaque place, et combien une récolte lui en donnerait.
replay-event-number = Événement { $n }
replay-rules-legal = respectées
replay-rules-irregular = enfreintes
replay-rules-unknown = inconnues ici
replay-deal-proved = donne prouvée
replay-deal-unproved = donne pas encore prouvée
replay-deal-false = donne fausse
replay-record-whole = journal complet
replay-record-unfinished = journal en cours
replay-record-cut = journal tronqué
replay-record-corrupt = journal abîmé
replay-back-place = { $place ->
        [1] À l’avant de la main
       *[other] { $place }e à partir de l’avant
    }
replay-back-came = Arrivée par l’un de ces événements :
replay-watching = au moins { $count } regardent
replay-watching-few = 1 à 4 regardent
replay-watching-says = Combien de personnes regardent cette partie, à peu près. Personne n’est nommé.
replay-together = Regarder ensemble
replay-following = Vous suivez les pas d’une autre personne. Vous pouvez regarder ailleurs entre-temps.
replay-followed-gone = Personne ne guide en ce moment.
replay-follow-leave = Continuer sans guide
replay-leading = D’autres vous suivent.
replay-lead-stop = Ne plus guider
replay-lead = Emmener les autres : qui ouvre le lien voit l’événement où je suis
replay-lead-link = Lien pour me suivre
replay-reactions = Montrer et envoyer des réactions
replay-react-applause = Applaudir ({ $count })
replay-react-laughter = Rire ({ $count })
replay-react-surprise = S’étonner ({ $count })
replay-lost-sight = À partir d’ici, cette vue ne permet plus de la suivre.

## story

par-title = La même donne, jouée par des robots
par-none = Pas calculé.
par-ask = Faire jouer cette donne par des robots
par-wanted = Des robots jouent cette donne. Cela prend quelques secondes.
par-failed = Les robots ne peuvent pas jouer cette donne.
par-refused = Ce n’est pas possible pour cette partie.
par-seat = Joueur
par-coins = Pièces
par-bots = Robots
par-difference = Écart
par-how = Des robots ({ $bot }) ont joué { $runs } fois toutes les places de la même donne ; la moyenne de leurs pièces est le par.
par-explained = Les cartes expliquent peu : le par a expliqué { $share } des écarts de pièces (de { $low } à { $high }), mesuré sur { $deals } donnes.
par-explained-nothing = Les cartes expliquent peu : le par n’a rien expliqué des écarts de pièces (au plus { $high }), mesuré sur { $deals } donnes.
par-unmeasured = Ce que le par explique n’a pas été mesuré pour ce nombre de joueurs.
story-title = Le récit de la partie
story-moments = Les moments décisifs
story-from-turn = Revoir à partir du tournant
story-from-start = Depuis le début
story-highlights = Les temps forts en trois minutes
story-picture = En image
story-animation = Ce moment en mouvement : { $moment }
story-table = Voir la table
story-by-bean = Pièces par haricot
story-later = Les moments décisifs seront connus à la fin de la partie.
story-exchanges = { $count ->
        [one] 1 échange ou don : { $gain } pièces
       *[other] { $count } échanges et dons : { $gain } pièces
    }
story-best = { $coins ->
        [one] meilleure récolte : 1 pièce (tour { $turn })
       *[other] meilleure récolte : { $coins } pièces (tour { $turn })
    }

## lobby

lobby-title = Planter, échanger, récolter
lobby-lead = La famille Bohnanza, seul contre des robots ou entre amis. Chaque coup est gardé : revoyez-le, comparez-le à sa règle, rejouez à partir de là.
lobby-play = Je joue
lobby-learn = Apprendre les règles en jouant
lobby-watch = Je regarde
lobby-featured = Voir la partie du jour
lobby-watch-live = Parties en cours
lobby-watch-all = Parties terminées
lobby-judge = J’arbitre
lobby-judge-ask = Ce coup est-il légal ?
lobby-judge-says = Posez une table, soumettez-lui un coup : vous obtenez le verdict et sa clause.
lobby-judge-rules = Les règles, clause par clause
lobby-organise = J’organise
lobby-organise-says = Manches, rondes suisses, championnats et finales, à l’écran et sur papier.
lobby-organise-table = Une table, un lien par joueur
lobby-quick = Jouer contre des robots
lobby-quick-says = Une table de quatre, règles classiques : vous et trois robots. Vous êtes assis tout de suite.
lobby-quick-name = Invité
lobby-quick-needs-scripts = Pour jouer, il faut des scripts dans votre navigateur ; pour regarder et pour lire, non.
lobby-new = Nouvelle partie
lobby-games = Parties
lobby-open = En attente de joueurs
lobby-running = En cours
lobby-finished = Jouées
lobby-imported = Venues de fichiers
lobby-voided = Interrompues
lobby-all-of = Tout voir
lobby-status = Parties
lobby-player = Joueur
lobby-of-player = Parties de { $name }
lobby-edition = Édition
lobby-any = toutes
lobby-filter = Afficher
lobby-results = Montrer les résultats
lobby-hide-results = Masquer les résultats
lobby-none = Pas encore de partie ici.
lobby-more = D’autres parties
lobby-and = { $before } et { $last }
lobby-game-title = { $names } · { $edition }
lobby-table-of = { $count ->
        [one] { $count } joueur
       *[other] { $count } joueurs
    }
lobby-turn = tour { $turn }
lobby-live = EN DIRECT
lobby-seats-open = { $count ->
        [one] { $count } place libre : demandez son lien à qui a créé la partie
       *[other] { $count } places libres : demandez leurs liens à qui a créé la partie
    }
lobby-seat-open = place libre
lobby-practice = entraînement
lobby-paused = en pause
lobby-what-if = Et si, à partir de l’événement { $n } de { $game }
lobby-bot = robot
lobby-won = gagne
lobby-coins = pièces
lobby-score = points
lobby-import = Apporter un fichier de partie
lobby-import-says = Un fichier en .haricot.jsonl est vérifié ligne par ligne, puis rejoué et jugé comme toute autre partie.
lobby-import-file = Fichier de partie
lobby-import-do = L’apporter
lobby-brought = La voici : { $count ->
        [one] { $count } événement
       *[other] { $count } événements
    }.
lobby-brought-watch = Regarder { $game }

## seat

seat-number = Place { $n }
seat-who = Qui joue à la place { $n }
seat-name = Nom à la place { $n }
seat-person = une personne
seat-bot-trader = robot, marchande
seat-bot-greedy = robot, prend ce qui paie
seat-bot-random = robot, joue au hasard

## links

links-sit = S’asseoir à la place { $n }
links-watch = Regarder
links-hand-out = Donnez à chaque joueur le lien vers sa place : il suffit de l’avoir pour y jouer.
links-organiser = Clé de l’organisateur
links-copy = Copier
links-share = Partager
links-qr = QR
links-qr-of = Code QR du lien : { $label }
links-copied = Copié
links-copy-yourself = Appuyez sur Ctrl+C
links-lost = Ce navigateur garde les places pour vous. Si quelqu’un perd son lien, donnez-lui-en un nouveau avec la clé de l’organisateur : l’ancien ne vaut alors plus rien.
links-game = La partie est

## learn

learn-title = Votre première partie
learn-lead = Apprenez le Bohnanza classique en y jouant : treize courtes étapes à une vraie table, puis trois questions. Les règles jugent chaque coup. Vous pouvez passer toute étape, et ce navigateur retient où vous en êtes.
learn-needs-scripts = La table a besoin de scripts. Voici ce qu’elle enseigne, avec la clause de chaque étape :
learn-coach = Guide
learn-progress = Avancement
learn-step-of = Étape { $step } sur { $steps }
learn-question-of = Question { $question } sur { $questions }
learn-done = C’est fait.
learn-refused = Les règles s’y opposent, selon { $clause } :
learn-other = C’est légal ({ $order }), mais cette étape demande autre chose. Rien n’a changé : essayez encore.
learn-next = Suite
learn-back = Retour
learn-skip = Passer
learn-rule = La règle : { $clause }
learn-steps = Toutes les étapes
learn-which = Laquelle de ces actions les règles permettent-elles ?
learn-answer = Répondre
learn-right = Exact.
learn-wrong = Non : { $clause } ne le permet pas.
learn-to-step = Revoir : { $step }
learn-to-question = À la question
learn-end = Vous connaissez les règles
learn-end-open = La partie guidée est finie
learn-passed = Bonnes réponses : { $passed } sur { $questions }.
learn-play = Jouer contre des robots
learn-guest = Invité
learn-rulebook = Lire les règles
learn-again = Recommencer
learn-step-order = Votre main garde son ordre
    .says = Vous êtes Robin, à la place 1. Les nouvelles cartes vont à l’arrière de votre main, que vous ne triez jamais. La carte tout à gauche est devant.
    .do = Essayez : cliquez sur votre deuxième carte.
learn-step-front = Plantez votre première carte
    .says = Votre tour commence par planter. La première carte doit être plantée, dans un champ vide ou sur des haricots de la même sorte.
    .do = Cliquez sur la Rote Bohne, puis sur votre premier champ.
learn-step-second = Vous pouvez planter une deuxième carte
    .says = La Feuerbohne est maintenant devant. Vous pouvez la planter aussi, mais jamais une troisième.
    .do = Cliquez sur la Feuerbohne, puis sur votre champ vide.
learn-step-turn-up = Retournez deux cartes
    .says = Une fois que vous avez planté, deux cartes de la pioche sont retournées à la vue de tous. Vous pouvez les garder, les échanger ou les donner.
    .do = Cliquez sur « Finir de planter ».
learn-step-offer = Faites une offre
    .says = Vous n’avez pas de place pour la Blaue Bohne, mais Pinto en cultive et tient une Rote Bohne. Vous pouvez céder des cartes retournées et des cartes de n’importe où dans votre main.
    .do = Cliquez sur la Blaue Bohne retournée, demandez une Rote Bohne et proposez l’échange.
learn-step-end-trading = Terminez les échanges
    .says = Pinto a accepté. Vous seul décidez quand les échanges sont finis. Une carte retournée qui vous reste est mise de côté pour vos propres champs.
    .do = Cliquez sur « Mettre fin aux échanges ».
learn-step-set-aside = Plantez ce que vous avez reçu
    .says = Les cartes d’un échange ne vont jamais dans la main. Elles sont mises de côté, et il faut toutes les planter maintenant, dans n’importe quel ordre.
    .do = Plantez la Rote Bohne et la Feuerbohne là où elles vont.
learn-step-draw = Piochez trois cartes
    .says = Un tour se termine par la pioche. Les trois cartes vont à l’arrière de votre main, l’une après l’autre.
    .do = Cliquez sur « Piocher ».
learn-step-partner = Échangez pendant le tour d’un autre
    .says = C’est maintenant le tour de Pinto. Seul le joueur actif échange : vous pouvez traiter avec Pinto, mais pas avec Adzuki ni Lima. Pinto vous offre une Rote Bohne contre une Brechbohne.
    .do = Acceptez l’offre.
learn-step-protection = La protection des haricots
    .says = Quelques tours plus tard, votre première carte est une Sojabohne, qui ne va dans aucun champ. Vous devez en récolter un. Un champ d’un seul haricot est protégé tant qu’un autre de vos champs en contient davantage.
    .do = Essayez : cliquez sur votre champ où la Gartenbohne est seule.
learn-step-harvest = Récoltez pour des pièces
    .says = Le haricomètre de la carte dit ce que rapporte un champ. Six Feuerbohnen rapportent 2 pièces : autant de cartes deviennent vos pièces, les autres vont à la défausse.
    .do = Cliquez sur le champ de Feuerbohnen et récoltez-le.
learn-step-third-field = Achetez un troisième champ
    .says = Vous avez maintenant 3 pièces, le prix d’un troisième champ à quatre joueurs. Vous pouvez l’acheter à tout moment, une fois par partie.
    .do = Cliquez sur l’emplacement vide à côté de vos champs et achetez le champ.
learn-step-end = La fin de la partie
    .says = La pioche s’épuise pour la troisième fois. Tous les champs sont alors récoltés, et le plus grand nombre de pièces gagne. Les cartes de votre main ne valent rien.
    .do = Piochez les dernières cartes.
learn-question-planted = C’est votre tour, et vous avez planté deux cartes de votre main. Que pouvez-vous faire ensuite ?
learn-question-protection = Votre première carte est une Saubohne, qui ne va dans aucun champ. Vous cultivez une Rote Bohne et cinq Blaue Bohnen. Que pouvez-vous faire ?
learn-question-partner = C’est le tour de Pinto, et l’on échange des cartes. Vous avez une Brechbohne devant. Que pouvez-vous faire ?

## new

new-title = Nouvelle partie
new-needs-scripts = Ce formulaire a besoin de scripts. Sans eux : POST /v1/games, voir la page de l’API.
new-edition = Quel jeu ?
new-seats = Qui joue ?
new-players = Places
new-options = Règles au choix
new-ruling = Pourquoi : décision { $ruling }
new-more = Donne, spectateurs, rythme, entraînement
new-level = La donne
new-level-simple = simple
new-level-tournament = tournoi : personne ne peut la choisir
new-level-duplicate = duplicate : une seule part, celle de l’organisateur
new-tables = Tables avec cette donne
new-term = Secondes pour révéler une part
new-protest = Délai pour contester, une fois la partie finie
new-appeal = Délai pour faire appel d’une décision
new-level-says = En tournoi, chaque navigateur tire une part de la donne et s’engage sur elle ; quand tous l’ont fait, les parts sont révélées et on distribue. Chacun s’installe lui-même.
new-start = Commencer
new-start-seated = quand tous sont assis
new-start-now = tout de suite
new-pace = Secondes de réflexion d’un robot
new-patience = Secondes pendant lesquelles un robot attend la réponse à son offre
new-delay = Retard des spectateurs
new-delay-unit = compté en
new-delay-events = événements
new-delay-seconds = secondes
new-clock = Pendule
new-clock-says = En minutes ; un champ vide veut dire sans limite. Un jour en a 1 440. Si tous sont vides, il n’y a pas de pendule. Une place use d’abord son temps du tour, puis celui de la partie.
new-clock-guide = Comment fonctionne la pendule
new-clock-games = Pendule des parties
new-clock-preset = Choisir
new-clock-preset-none = sans pendule
new-clock-preset-turn = 60 secondes par tour
new-clock-preset-game = 15 minutes pour la partie
new-clock-preset-days = 3 jours par tour, par correspondance
new-clock-preset-own = vos propres temps
new-clock-turn = Minutes d’une place, à chaque tour
new-clock-trading = Minutes pour tous, à chaque phase d’échanges
new-clock-game = Minutes d’une place, pour toute la partie
new-clock-grace = Secondes de plus, une fois, pour une place qui perd sa connexion
new-clock-at-zero = Quand le temps est écoulé
new-clock-pass = la place passe
new-clock-bot = un robot joue la fin du tour
new-clock-arbiter = un arbitre est appelé
new-hints = Aide pour qui joue seul contre des robots
new-private = Privée : seuls ceux qui ont un lien la connaissent
new-practice = Entraînement : la donne peut être choisie, et la partie ne compte pas
new-seed = Mot qui fixe la donne
new-seed-says = Le même mot redonne les mêmes cartes. Laissez vide pour une donne que personne ne connaît.
new-create = Créer la partie

## join

join-title = Votre place
join-opening = On ouvre la table…
join-needs-scripts = La clé de votre place reste dans votre navigateur, et pour cela cette page a besoin de scripts.
join-no-key = Il manque à ce lien sa fin, qui ouvre la place. Copiez de nouveau le lien entier, ou demandez-le à qui a créé la partie.
join-other-game = Ce lien appartient à une autre partie. Demandez le lien vers votre place à qui a créé celle-ci.
join-watch = Plutôt regarder
join-games = Vers les parties
join-name = Votre nom
join-name-why = Vous prenez place : { $seat }. Tous ceux qui regardent cette partie voient votre nom ; vous pouvez aussi n’en donner aucun.
join-name-alike = Quelqu’un ici porte déjà ce nom. Vous apparaîtrez sous le nom { $name }.
join-sit = S’asseoir

## trouble

trouble-auth-missing = Il faut pour cela un lien vers une place de cette partie.
trouble-auth-invalid = Ce lien n’est pas valable, ou ne l’est plus. Demandez-en un nouveau à qui a créé la partie.
trouble-seat-forbidden = Votre lien vers cette partie ne le permet pas.
trouble-view-forbidden = Votre lien vers cette partie ne permet pas de voir cela.
trouble-rate-limited = C’était trop à la fois. Attendez un instant, puis réessayez.
trouble-limit = Trop de demandes à la fois depuis ce navigateur ou ce réseau.
trouble-limit-kept = Ce que vous avez fait sera alors envoyé, une seule fois.
trouble-limit-goes-on = { $count ->
        [one] La page continue toute seule dans 1 seconde.
       *[other] La page continue toute seule dans { $count } secondes.
    }
trouble-request-malformed = Le service n’a pas pu lire cela.
trouble-seat = Place { $n } : { $says }
trouble-player = Joueur { $n } : { $says }
trouble-request-too-large = C’est plus que le service n’accepte.
trouble-request-shape = Il y manque quelque chose, ou quelque chose n’est pas comme il faut.
trouble-option-unknown = Une des options a une valeur que cette édition ne connaît pas.
trouble-media-type = Le service n’accepte pas ce genre de fichier.
trouble-file-corrupt = Le fichier n’est plus comme il a été écrit : une ligne a été coupée, changée ou omise.
trouble-version-mismatch = La partie a continué entre-temps. Regardez de nouveau la table.
trouble-game-conflict = La partie a continué entre-temps, ou une partie de ce nom est déjà là.
trouble-game-paused = La partie est en pause. Elle reprendra quand l’organisateur le voudra.
trouble-dispute-too_late = Le délai pour cette réclamation est passé. D’autres entrées du livre sont peut-être encore ouvertes : choisissez-en une que le formulaire montre.
trouble-dispute-twice = Vous avez déjà un litige ouvert sur cet événement.
trouble-dispute-claimed = Quelqu’un d’autre conteste déjà cet événement, et on n’en décide qu’une fois. Dites ce que vous avez vu dans une déclaration sur ce litige.
trouble-dispute-no_article = Cette entrée n’est pas dans le livre.
trouble-call-absent = Il n’y a pas d’appel de ce numéro.
trouble-call-alone = Personne d’autre à cette table ne peut accepter un arbitre. La personne qui gère ce service peut en appeler un.
trouble-call-expired = Cet appel est resté ouvert une heure et il est clos. Appelez de nouveau un arbitre.
trouble-call-not_asked = Seuls donnent leur accord ceux qui jouent à la table et n’ont pas appelé.
trouble-call-open = Quelqu’un à cette table a déjà appelé un arbitre : acceptez-le, ou attendez que l’appel soit clos.
trouble-call-over = Cet appel est clos : quelqu’un y a répondu, il a été retiré ou remplacé.
trouble-call-taken = Quelqu’un d’autre a déjà ouvert ce lien : il ne vaut que pour cette personne.
trouble-call-twice = Vous avez déjà accepté.
trouble-party-no_organiser = Seul un organisateur connu et qui ne joue pas peut donner son accord.
trouble-join-absent = Plus rien n’est proposé à un comité.
trouble-join-not_member = Vous n’êtes pas de ce comité.
trouble-join-replaced = Autre chose est proposé entre-temps. Lisez-le d’abord.
trouble-join-twice = Vous avez déjà approuvé.
trouble-appeal-final = Un comité a décidé : c’est définitif.
trouble-appeal-no_ruling = Il n’y a encore aucune décision dont faire appel.
trouble-appeal-too_late = Le délai d’appel est passé.
trouble-arbiter-own_game = On n’arbitre pas une table où l’on joue ou a joué. Faites appeler quelqu’un qui ne joue pas ici.
trouble-arbiter-own_organiser = Un arbitre appelé par un joueur de cette table ne peut pas y trancher.
trouble-arbiter-players_unknown = Personne n’arbitre tant qu’on ne sait pas qui sont tous les joueurs.
trouble-arbiter-unknown = Personne ne sait qui est cet arbitre, ni qui l’a appelé : l’organisateur crée une clé pour une personne.
trouble-branch-elsewhere = Cette partie-là ne continue pas celle-ci.
trouble-branch-twice = Cette branche est déjà indiquée.
trouble-dispute-absent = Ce litige n’existe pas dans cette partie.
trouble-dispute-closed = Ce litige est tranché ou retiré.
trouble-dispute-no_event = Cet événement n’existe pas dans cette partie.
trouble-dispute-not_yours = Seul l’auteur de cette réclamation peut la retirer.
trouble-dispute-open = Ce litige attend déjà une décision.
trouble-evidence-empty = Indiquez au moins un événement.
trouble-evidence-too_much = Un litige n’admet pas autant d’événements comme preuves.
trouble-fork-not_ordered = Aucune décision en vigueur n’ordonne de rejouer.
trouble-fork-otherwise = La décision l’ordonne autrement : depuis un autre événement, ou avec d’autres cartes.
trouble-fork-twice = On rejoue déjà, dans une autre partie.
trouble-party-no_arbiter = Seul un arbitre fait cela. Appelez-en un depuis le menu de la table : quelqu’un qui ne joue pas ici.
trouble-party-no_seat = Seul un joueur assis à la table fait cela, chacun pour sa place : laissez ce joueur le faire par son propre lien.
trouble-rewind-no_reason = Garder des cartes cachées que quelqu’un a vues demande une raison.
trouble-ruling-article = Cette entrée n’est pas dans le livre.
trouble-ruling-branch = On a continué sous réserve : dites quelle partie compte.
trouble-ruling-clause = Les règles de cette partie n’ont pas cette clause.
trouble-ruling-committee = Un comité a trois membres ou plus, chacun nommé une fois et appelé comme arbitre, dont aucun n’a déjà décidé ; il ne décide que des appels.
trouble-ruling-few = Un appel est jugé par trois arbitres qui n’ont pas encore décidé. Faites d’abord appeler d’autres arbitres.
trouble-ruling-no_reasons = Une décision donne ses raisons.
trouble-ruling-outcome = Une réclamation est admise ou rejetée.
trouble-ruling-penalty = Le livre prévoit d’autres pénalités pour cela. Une pénalité vise une place ; sans pénalité, n’en indiquez aucune.
trouble-ruling-remedy = Quand une réclamation est rejetée, tout reste tel quel.
trouble-ruling-rewind = On revient avant l’événement contesté, à un moment où quelqu’un devait agir.
trouble-confirm-running = La partie n’est pas encore finie.
trouble-confirm-voided = Une partie annulée n’a pas de résultat à confirmer.
trouble-confirm-twice = Vous avez déjà confirmé le résultat.
trouble-confirm-disputed = Un litige attend encore une décision ; d’ici là personne ne confirme le résultat.
trouble-confirm-overturned = Par une décision, ce résultat ne compte pas.
trouble-game-ended = Cette partie est terminée.
trouble-not-found = Cette partie n’existe pas ici, ou elle est privée : ouvrez-la alors avec le lien vers votre place.
trouble-offline = Le service est injoignable. Êtes-vous connecté à Internet ?
trouble-unavailable = Le service est occupé ou démarre. Réessayez dans un instant.
trouble-fault = Quelque chose s’est cassé chez nous. Vous n’y êtes pour rien.
trouble-unforeseen = Quelque chose a échoué dans cette page : { $detail }

## rules

rules-players = { $count ->
        [one] { $count } joueur
       *[other] { $count } joueurs
    }
rules-players-range = { $least } à { $most } joueurs
rules-title = Livres de règles
rules-lead = Chaque règle est une clause avec une adresse. Un verdict cite la clause sur laquelle il repose, et là où les règles imprimées se taisent, une décision dit comment on les lit ici.
rules-clauses = { $count ->
        [one] { $count } clause
       *[other] { $count } clauses
    }
rules-choices = { $count ->
        [one] { $count } option
       *[other] { $count } options
    }
rules-version = Version { $version } de ses règles
rules-version-says = Chaque partie est jouée et jugée selon la version dans laquelle elle a été créée.
rules-version-other = version { $version }
rules-print = Imprimer
rules-statistics = Statistiques de cette édition
rules-contents = Sommaire
rules-beans = Les haricots et ce qu’ils rapportent
rules-meter-says = Sous les pièces figure le nombre de cartes du haricot à récolter pour les gagner.
rules-german-names = L’édition française imprimée garde les noms allemands des haricots.
rules-step = { $cards } pour { $coins ->
        [one] { $coins } pièce
       *[other] { $coins } pièces
    }
rules-cards = { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    }
rules-source = Source : { $source }.
rules-source-of = { $beans } : { $source }.
rules-option = option { $option }
rules-options = Options
rules-any-text = Un texte quelconque.
rules-default = d’usage
rules-see = Pourquoi : { $ruling }
rules-rulings = Décisions
rules-rulings-says = Là où les règles imprimées se lisent de plusieurs façons, ou ne disent rien, voici comment on les lit ici.
rules-chooses = L’option { $option } en décide.

## book: the book of remedies

book-lead = Que faire quand il s’est passé quelque chose que les règles ne permettent pas : ce que c’est, jusqu’à quand on peut le réclamer, le remède et la pénalité. Ce livre ne nomme aucune édition et vaut pour toutes.
book-version = Version { $version } de ce livre
book-entries = { $count ->
        [one] 1 entrée
       *[other] { $count } entrées
    }
## branch: ce qui se joue autrement à partir d’un événement, et deux parties côte à côte

branch-what-if = Et si
branch-what-if-from = Et si, à partir de l’événement { $n } ?
branch-play-all = Jouer soi-même toutes les places
    .says = Vous décidez pour tout le monde, à tour de rôle.
branch-play-one = Jouer { $name }
    .says = Des robots jouent les autres.
branch-watch = Laisser jouer des robots
    .says = Et regarder ce que cela donne.
branch-which-seat = La place que vous jouez
branch-same-cards = Mains et piles restent ce qu’elles sont ; la partie elle-même ne change pas.
branch-sealed = Jusqu’à la fin de la partie, seuls les arbitres voient cette branche, et la partie apprend que vous avez vu ses cartes.
branch-redealt = Cette partie est encore en cours : vous continuez donc avec d’autres cartes. Ce que vous voyez reste ; tout ce que vous ne pouvez pas savoir ici est mélangé et redistribué. Vous n’apprenez rien des vraies cartes.
branch-other-cards = Ce que vous voyez maintenant y est tel quel, votre main aussi ; une fois terminée, tout le monde pourra tout y voir. La partie elle-même ne change pas.
branch-origin = à partir de l’événement { $n } de { $names }
branch-back = Retour à la partie
branch-compare = Comparer
branch-compare-with = Comparer avec : { $name }
branch-tree = Branches
branch-none = Rien ne part encore de cette partie.
branch-loading = Recherche des branches …
branch-root = La partie
branch-from = Et si, dès l’événement { $n }
branch-from-short = Et si { $n }
branch-here = vous êtes ici
branch-yours = faite ici
branch-unseen = privée
branch-running = se joue
branch-events = { $count ->
        [one] { $count } événement
       *[other] { $count } événements
    }
branch-won = gagnée par { $names } avec { $score }
branch-list = Événements des deux
branch-panes = Ce qui est montré
branch-step = Synchronisé
branch-by-event = par événement
branch-by-turn = par tour
branch-stop = Ne plus comparer
branch-differs = Ce qui diffère : { $places }
branch-gain = { $name } { $from } → { $to }
branch-same-coins = mêmes pièces
branch-no-difference = aucune différence
branch-same-deal = La même donne aux autres tables
branch-same-deal-how = Ces tables ont reçu les mêmes cartes. Placez-en une à côté de cette partie, place contre place.

## problems

problems-title = Codes d’erreur
problems-lead = Une erreur de l’API est un document de problème (RFC 9457) avec un de ces codes.
problems-forbidden = Contraire aux règles
problems-mechanism = Les règles l’interdisent : { $mechanism }
problems-forbidden-says = L’action est comprise, mais les règles du jeu l’interdisent à ce moment. Rien n’a changé. La clause qui l’interdit est
problems-clause = { $clause } dans { $edition }
problems-all = Tous les codes d’erreur
problem-request-malformed = Le contenu n’est pas le JSON (ou le fichier de partie) que cette adresse attend : il manque peut-être une accolade, ou le texte n’est pas en UTF-8. Renvoyez-le une fois qu’il se lit.
    .title = La demande est illisible
problem-auth-missing = Seuls ceux qui participent à la partie peuvent le faire. Envoyez la clé que la partie a donnée à sa création, dans l’en-tête Authorization, après le mot Bearer.
    .title = Il faut une clé
problem-auth-invalid = La clé est mal écrite, a été retirée, ou appartient à une partie que ce service n’a pas. Rouvrez le lien vers votre place, ou demandez-en un nouveau à qui a créé la partie.
    .title = La clé n’est pas valable
problem-view-forbidden = Vous avez demandé plus que votre clé ne laisse voir. Un joueur voit sa main, un spectateur ce qui est ouvert ; une fois la partie finie, tous peuvent tout voir.
    .title = Vous ne pouvez pas utiliser cette vue
problem-seat-forbidden = Votre clé ne le permet pas : celle d’une place agit pour cette place, le reste demande celle de l’organisateur ou d’un arbitre.
    .title = Votre clé ne le permet pas
problem-scope-missing = La clé du service n’est pas faite pour cette opération : chacune a des droits, et la réponse nomme celui qui manque. L’auteur de la clé peut en faire une autre qui l’a.
    .title = Il manque un droit à la clé
problem-origin-forbidden = La demande venait d’une page d’un autre site, ou sous un nom que ce service ne porte pas. Les programmes envoient une clé ; l’exploitant du service nomme les autres sites dans HARICOT_CORS et ses propres noms dans HARICOT_HOSTS.
    .title = Les demandes de ce site ne sont pas autorisées
problem-not-found = La partie, l’édition ou l’adresse n’existe pas ici, ou elle est privée et vous n’en avez pas la clé.
    .title = Introuvable ici
problem-method-unknown = L’adresse existe, mais pas pour cette méthode : peut-être qu’on ne fait que la lire (GET) ou qu’y écrire (POST). L’en-tête Allow nomme celles qu’elle accepte.
    .title = Cette adresse n’accepte pas cette méthode
problem-export-form = L’export ne peut pas être écrit sous cette forme : Parquet demande pyarrow là où tourne le service, que pip install haricot[parquet] apporte, et les fichiers de parties ne viennent qu’en lignes de JSON. Celles-ci ne demandent rien de plus.
    .title = Ce format d’export n’est pas disponible
problem-game-conflict = La partie a continué pendant que votre demande était en route, ou une partie de ce nom est déjà là. Regardez de nouveau la table et décidez.
    .title = La partie a changé entre-temps
problem-game-paused = Personne ne peut agir avant que l’organisateur ou un arbitre ne reprenne la partie. Redemander n’y change rien : le flux le dit par un événement notice, et l’en-tête de la partie par « paused ».
    .title = La partie est en pause
problem-game-ended = Personne ne peut agir dans une partie terminée ou déclarée nulle. On peut encore la regarder, la contrôler et en tirer une branche.
    .title = La partie est terminée
problem-clock-none = Cette partie se joue sans pendule : il n’y a pas de temps à lancer, à arrêter, à prolonger ou à passer. La pendule se choisit à la création de la partie, par « clock » dans POST /v1/games.
    .title = La partie n’a pas de pendule
problem-share-unasked = La donne de cette partie ne demande pas d’engagement ni de révélation, ou n’en demande plus : les cartes sont distribuées, ou personne n’occupe la place. Prenez une place libre avec un engagement.
    .title = Aucune part de la donne n’est demandée ici
problem-share-early = Une part se révèle quand chaque place est prise et s’est engagée sur la sienne, pour que personne n’en choisisse une en connaissant les autres. Le détail nomme les places qui manquent.
    .title = Tous ne se sont pas encore engagés sur leur part de la donne
problem-share-twice = La place est liée par sa part, ou l’a révélée, et ne peut en choisir une autre. Tous s’engagent à nouveau seulement quand une autre place est redonnée après une révélation.
    .title = Cette part de la donne est déjà envoyée
problem-share-other = Ce qui est révélé doit être la part dont la place a envoyé le SHA-256 : de la liste schéma, « share », partie, place et part, écrite selon RFC 8785. Révélez celle-là.
    .title = La part de la donne ne correspond pas à l’engagement
problem-share-term = Pendant que se fait la donne d’un tournoi, une place peut être redonnée tant que tous ne se sont pas engagés, puis seulement si sa part n’a pas été révélée à temps. Le détail dit combien il reste.
    .title = Le délai pour révéler les parts de la donne n’est pas écoulé
problem-tournament-forbidden = Dans un tournoi, chaque rôle a ses actes : le directeur mène les rondes, les marqueurs saisissent et confirment les résultats, les arbitres décident et donnent des pénalités, les joueurs agissent pour eux-mêmes. Prenez le lien de ce rôle.
    .title = Votre rôle dans ce tournoi ne le permet pas
problem-tournament = Le règlement des tournois l’interdit à ce stade, par exemple un second résultat pour une table, ou un tirage avant que la ronde soit confirmée. Le problème cite la clause et dit ce qui s’y oppose.
    .title = Le règlement des tournois l’interdit
problem-party = Cet acte revient à d’autres : un joueur ouvre des litiges, s’exprime, fait appel et confirme le résultat ; un arbitre que l’on a appelé constate et tranche. Le détail dit à qui.
    .title = Votre rôle dans la procédure ne le permet pas
problem-act = Ce qui devait se faire ne va pas avec l’état de la procédure : le litige n’existe pas ou est clos, un délai est passé, il manque quelque chose à une décision, ou celui qui veut trancher ne le peut pas à cette table. Le détail dit laquelle de ces raisons.
    .title = Impossible à ce stade de la procédure
problem-feed-cursor = Aucune ligne du flux que cette clé reçoit ne porte ce repère : il vient d’un autre dépôt, d’un état d’avant une restauration, ou d’une partie qui n’est pas à vous. Recommencez sans repère et passez ce que vous avez déjà, ou continuez avec now.
    .title = Repère inconnu du flux
problem-webhook-limit = La clé a autant de webhooks qu’une clé peut en avoir. Supprimez-en un qui ne sert plus, ou prenez une autre clé.
    .title = La clé a trop de webhooks
problem-version-mismatch = La demande visait un état de la partie qui n’est plus le dernier (en-tête If-Match). Relisez la partie et décidez de nouveau.
    .title = La partie a une version plus récente
problem-request-too-large = Le contenu est plus grand que ce service n’accepte. Un seul fichier de partie passe toujours ; envoyez-en plusieurs un par un.
    .title = La demande est trop grande
problem-media-type = Les actions et les questions sont en application/json, les fichiers de partie en application/x-ndjson.
    .title = Ce type de contenu n’est pas accepté
problem-request-shape = Elle se lit, mais un champ manque, est inconnu, du mauvais type ou hors limites. Le détail le nomme.
    .title = La demande n’est pas valable
problem-option-unknown = Une option est mal écrite, ou sa valeur n’est pas de celles que l’édition permet. Le livre de règles de l’édition énumère toutes les options avec leurs valeurs.
    .title = Cette option n’existe pas
problem-position-invalid = Les règles ne mènent pas à la table décrite : trop de cartes d’une variété, deux variétés dans un champ, une phase inconnue, ou autre chose de ce genre. Le détail le nomme.
    .title = Position impossible
problem-file-corrupt = Chaque ligne d’un fichier de partie est liée à la précédente par un contrôle. L’une ne va pas, le fichier a donc été coupé ou changé. Le problème nomme le premier événement où cela se voit.
    .title = Le fichier de partie est abîmé
problem-idempotency-reused = Cette Idempotency-Key a déjà servi pour une autre action. Prenez une nouvelle clé pour chaque action.
    .title = La clé d’idempotence a servi à une autre demande
problem-rate-limited = Vous demandez plus vite que ce service ne répond à une seule personne. Attendez aussi longtemps que le dit l’en-tête Retry-After.
    .title = Trop de demandes
problem-fault = Quelque chose s’est cassé chez nous ; c’est noté sous la X-Request-ID de la réponse. Ce qui était confirmé avant tient, et ce que vous venez de demander n’a pas été fait.
    .title = Une erreur interne du service
problem-unavailable = Le service démarre, s’arrête, ou son disque est plein ou occupé. Rien n’a changé ; réessayez dans un instant.
    .title = Indisponible pour le moment

## play: playing on the table

play-tray = À vous de jouer
play-choose-again = La table est remise à jour : choisissez de nouveau.
play-picked = choisie
play-in-offer = dans votre offre
play-choose = Ce qu’on peut faire ici
play-harvest = Récolter pour { $coins ->
        [one] { $coins } pièce
       *[other] { $coins } pièces
    }
play-harvest-naught = Vraiment récolter pour rien ?
play-harvest-early = Récolter vraiment ? Une carte de plus rapporte { $coins ->
    [one] { $coins } pièce
   *[other] { $coins } pièces
    }.
play-harvest-not = Récolter
play-answer = Répondre à cette offre
play-accept = Accepter
play-decline = Refuser
play-counter = Autre offre
play-withdraw = Retirer
play-not-now = Cela ne peut pas être accepté maintenant.
play-trade = Faire une offre
play-you-give = Vous donnez
play-you-want = Vous voulez
play-you-want-nothing = Vous ne voulez rien : un cadeau
play-with = Avec
play-click-cards = Cliquez sur des cartes de la table
play-give-something = Cliquez sur les cartes que vous donneriez.
play-whom-for-gift = Dites ce que vous voulez, ou à qui vous donnez.
play-same-beans = Vous recevriez ce que vous donnez : choisissez d’autres haricots.
play-grown-by = cultivé par { $names }
play-which-card = Vous en avez plusieurs. Les cartes en main gardent leur ordre : la place libérée compte donc, car une carte au numéro plus petit est plantée plus tôt.
play-propose = Proposer
play-give-away = Offrir en cadeau
play-cancel = Annuler
play-take-out = { $card } : reprendre
play-want-one = { $card } : en vouloir une de plus ({ $count })
play-want-less = { $card } : en vouloir une de moins
play-coin-more = Une pièce de plus ({ $count })
play-coin-less = Une pièce de moins
play-put-back = Reposer
play-own-eyes = À ma place
play-to-present = Au présent
play-past = Vous regardez le passé.
play-other-eyes = Vous regardez par d’autres yeux que ceux de votre place.
play-onlooker = Vous n’avez pas de place dans cette partie.
play-paused = La partie est en pause : personne ne peut jouer avant qu’elle reprenne.
play-hint-plant = Plantez votre première carte : cliquez dessus, puis sur un champ.
play-hint-plant-more = Plantez aussi la carte suivante, ou terminez la plantation.
play-hint-harvest = Aucun champ ne prend votre carte : cliquez sur un champ pour le récolter.
play-hint-offer = Réglez l’offre : cliquez sur une carte, puis sur un champ ou la défausse.
play-hint-turned-up = Plantez ce que vous voulez des cartes retournées : cliquez sur l’une, puis sur un champ.
play-hint-set-aside = Plantez les cartes mises de côté : cliquez sur l’une, puis sur un champ.
play-hint-terrain = Choisissez où vous commencez : cliquez sur un terrain qui brille.
play-hint-attack = Attaquez un terrain qui brille, ou continuez.
play-hint-commit = Engagez une carte dans le combat : cliquez sur une carte qui brille.
play-hint-draw = Piochez vos cartes ; votre tour sera alors fini.
play-hint-trade = Échangez : cliquez sur les cartes que vous donneriez. Puis terminez les échanges.
play-hint-offer-too = Vous pouvez faire une offre : cliquez sur une carte.
play-hint-haggle = Cliquez sur les cartes à donner, et sur ce que vous voulez en échange.
play-own-waits = { $count ->
        [one] Votre offre attend la réponse de { $names }.
       *[other] Vos offres attendent la réponse de { $names }.
    }
play-own-declined = { $count ->
        [one] { $names } a refusé.
       *[other] { $names } ont refusé.
    }
play-hint-answer = On vous a fait une offre : répondez-y.
play-hint-answer-bot = { $name } attend votre réponse.
play-patience-over = { $name } n’a pas attendu plus longtemps : l’offre qui vous était faite est caduque.
play-hint-where = Cliquez maintenant où elle va : les endroits qui brillent l’acceptent.
play-hint-sure = Cliquez encore une fois dessus, ou sur le bouton.
play-hint-any = C’est à vous de jouer.
play-hint-button = Continuez par un bouton.
play-wait = Un instant …
play-away = Le service ne répond pas pour le moment. Ce que vous avez choisi reste, et la partie reprendra d’elle-même dès son retour.
play-away-sending = Le service ne répond pas pour le moment. Votre coup sera renvoyé jusqu’à ce qu’il arrive : laissez cette page ouverte.
play-waiting = On attend { $names }.
play-waiting-bot = On attend { $names } (réflexion en cours).
play-waiting-answer = { $name } attend une réponse de { $names }.
play-waiting-seat = { $count ->
        [one] On attend que { $names } s’installe.
       *[other] On attend que { $names } s’installent.
    }
play-waiting-share = { $count ->
        [one] On attend que { $names } révèle une part de la donne.
       *[other] On attend que { $names } révèlent leurs parts de la donne.
    }
play-share-drawn = Votre navigateur a tiré sa propre part de la donne et la révélera quand tous se seront engagés. Gardez cette page ouverte jusqu’à la donne. Son engagement :
play-share-plain = (Cette page est venue par http simple : c’est son propre script qui l’a calculé.)
play-share-lost = Ce navigateur n’a pas la part sur laquelle cette place s’est engagée. Ouvrez la page où vous vous êtes installé, ou demandez à l’organisateur de redonner la place.
play-seats = Vos places
play-seat-asked = doit jouer
play-dispute = Contester ou confirmer
play-dispute-as = Vous réclamez pour { $who }.
play-dispute-what = Ce que vous contestez
play-dispute-right = Le moteur n’y trouve rien à redire :
play-dispute-wrong = Le moteur y trouve une erreur :
play-dispute-unjudged = Le moteur ne peut pas en juger :
play-dispute-open = { $article } peut être réclamé { $term }.
play-dispute-term-next_turn = jusqu’au début du tour suivant
play-dispute-term-first_planting = jusqu’au premier haricot planté
play-dispute-term-confirmed = jusqu’à ce que tous aient confirmé le résultat
play-dispute-until = jusqu’au { $time }
play-dispute-late = Plus rien ne peut être réclamé : le délai est passé.
play-dispute-before = Cet événement est déjà contesté, dans le litige { $dispute }. On n’en décide qu’une fois ; vous pouvez y dire ce que vous avez vu.
play-dispute-state = Faire une déclaration
play-dispute-article = Ce qui s’est mal passé
play-dispute-text = Ce que vous en dites ; tous peuvent le lire
play-dispute-file = Contester cet événement
play-dispute-filed = C’est déposé.
play-confirm = Confirmer le résultat
play-seat-links = Liens vers les places
play-seat-links-why = Un nouveau lien rend l’ancien invalide. Donnez-le à la personne de cette place.
play-seat-links-anew = En tournoi, avant la donne, un nouveau lien libère la place : le nouveau venu s’engage sur sa propre part, et tous aussi dès qu’une part a été révélée.
play-call-off = Annuler la partie
play-call-off-says = Si quelqu’un ne s’installe jamais ou ne révèle jamais sa part, la partie peut être close sans résultat. C’est irrévocable, et chacun peut en lire la raison.
play-call-off-why = Raison
play-new-link = Nouveau lien
play-over = La partie est finie.
play-you-won = Vous avez gagné !
play-tie-shared = Égalité : la victoire est partagée.
play-tie-most_cards_in_hand = À égalité, le plus de cartes en main a décidé.
play-tie-last_active = À égalité, le dernier tour joué a décidé.
play-tie-terrains = À égalité, le plus de terrains a décidé.
play-tie-coins = À égalité, le plus de pièces a décidé.
play-voided = La partie a été annulée.
play-rematch = Revanche
play-from-start = Revoir depuis le début
play-hints = Aide
play-hints-may = Vous pouvez maintenant
play-hints-none = Vous n’avez rien à faire maintenant.
play-hints-not = Ceci est refusé maintenant
play-hints-plant = le champ rapporte alors { $coins ->
        [one] { $coins } pièce
       *[other] { $coins } pièces
    }
play-hints-next = { $cards } cartes rapportent { $coins ->
        [one] { $coins } pièce
       *[other] { $coins } pièces
    }
play-hints-fields = Ce que vos champs rapportent maintenant
play-hints-field = Champ { $field }, { $card } : { $coins ->
        [one] { $coins } pièce
       *[other] { $coins } pièces
    }
play-hints-grows = vous cultivez { $cards }
play-leave = Quitter
## deal

deal-made = Comment cette donne s’est faite
deal-reckoning = Votre navigateur refait la donne …
deal-elsewhere = Cette partie n’a pas de donne à elle sur laquelle on se soit engagé : voyez la partie dont elle est une branche.
deal-says = Votre navigateur vient de tout recalculer d’après le journal de la partie et ses défausses, sans demander au service si c’est exact.
deal-seed = La graine du serveur, révélée à la fin
deal-commitment = Engagement :
deal-chosen = une part choisie par le joueur
deal-drawn = une part que le joueur n’a pas choisie
deal-shuffle = Événement { $n } : { $count ->
    [one] 1 carte mélangée
   *[other] { $count } cartes mélangées
  }
deal-hands = { $count ->
    [one] 1 main distribuée
   *[other] { $count } mains distribuées
  }
deal-hand = La main de { $name }
deal-lot = Événement { $n } : le sort désigne { $name }
deal-draws = { $count ->
        [one] 1 carte prise ensuite dans la pioche
       *[other] { $count } cartes prises ensuite dans la pioche, toutes dans l’ordre des mélanges
    }
deal-draw = { $count ->
        [one] Événement { $n } : la carte prise dans la pioche
       *[other] Événement { $n } : les { $count } cartes prises dans la pioche
    }
deal-board = L’ordre des terrains est lui aussi tiré au sort. Cela n’est pas recalculé ici ; la vérification le fait.
deal-holds = ✓ c’est exact
deal-differs = ✗ il en résulte autre chose

## show

show-open = Ouvrir dans Haricot
show-share = Partager
show-link = Lien
show-this-event = Vers l’événement { $n }, où vous êtes
show-with-result = Avec le résultat
show-private = Cette partie est privée : un lien ne l’ouvre qu’à ceux qui en ont la clé.
show-native = Partager avec…
show-embed = Code pour une autre page
show-save-page = Enregistrer la page
show-save-file = Enregistrer le fichier de partie
show-save-proof = Enregistrer la preuve
show-saving = Enregistrement…
show-saved-view = Ce qui est enregistré contient ce que cette vue montre ; la page s’ouvre sans le service. La preuve contient tout ce que vous pouvez voir et se vérifie sans lui.
show-scores = Scores
## cast

cast-round = Ronde { $n }
cast-opens = Début à { $time }
cast-standings = Classement
cast-added = + { $count } min
cast-title = Diffusion
cast-how = Associez un emplacement à une table, puis collez l’adresse d’un champ dans OBS comme source navigateur. Associez-le à une autre table : l’incrustation suit.
cast-guide = Étapes pour OBS
cast-slot-name = Nom, par exemple main
cast-new-slot = Un autre emplacement
cast-delay = Retard minimal en secondes
cast-spoiler-free = Sans les résultats de la ronde à l’écran
cast-comment-on = Commenter
cast-shows = montre
cast-nothing = rien
cast-table-of = Table { $table } de la ronde { $round }
cast-addresses = Adresses pour OBS
cast-field-table = Table
cast-field-scores = Scores
cast-field-hands = Mains
cast-field-commentary = Commentaires
cast-field-clock = Pendule
cast-field-next = Ronde suivante
cast-field-standings = Classement
cast-field-wall = Toutes les tables
cast-notes = Commentaires
cast-notes-how = Cliquez sur des cartes, des champs ou des piles pour les marquer. Vos notes restent dans ce navigateur jusqu’à leur publication. Les joueurs lisent les commentaires publiés une fois la partie terminée.
cast-back = Vers le tournoi
cast-no-token = Seul un diffuseur ou le directeur du tournoi peut publier : ouvrez d’abord le lien de votre rôle.
cast-note-on = Sur l’événement { $n }
cast-arrow = Tracer une flèche : cliquez sur son départ, puis sur son arrivée
cast-marked = { $count ->
        [one] 1 marque
       *[other] { $count } marques
    }
cast-clear = Effacer
cast-publish = Publier
cast-keep = Garder comme note privée
cast-private = Notes privées
cast-published = Publiés
cast-discard = Supprimer

## ask

ask-title = Demander à l’arbitre
ask-lead = Est-ce permis ? Dressez la table, dites qui fait quoi : la réponse cite la clause qui la fonde.
ask-noscript = La table est dessinée par des scripts. Sans eux, la même question se pose ici :
ask-laying = On dresse la table…
ask-answer = Réponse
ask-asked = { $name } : { $order }
ask-legal = Oui, { $name } peut le faire.
ask-illegal = Non, { $name } ne peut pas le faire : { $clause }.
ask-unknown = On ne peut pas le dire : tout dépend d’une carte inconnue. { $place }
ask-impossible = Aucune partie ne mène là.
ask-open = Cette table est possible. Que veut-on y faire ?
ask-case-legal = { $card } : permis
ask-case-illegal = { $card } : illégal, { $clause }
ask-case-unknown = { $card } : on ne peut pas le dire non plus
ask-tell-card = Dire quelle est cette carte
ask-happens = Ce qui se passe
ask-which-table = Quelle table
ask-before = Avant
ask-after = Après
ask-go-on = Continuer à partir d’ici
ask-may = Ce que { $name } peut faire
ask-may-nothing = rien
ask-why-not = Pourquoi { $name } ne peut pas faire le reste
ask-coins = Pièces
ask-card-number = carte { $n }
ask-fields = Champs
ask-place = Endroit
ask-how-many = Combien
ask-take-away = Retirer { $card }, carte { $n }
ask-replace = Cliquez sur une carte : elle remplace la carte choisie.
ask-add = Cliquez sur une carte pour l’ajouter à la fin. Sur la table, cliquez là où des cartes doivent se trouver.
ask-clear = Vider
ask-field-more = Un champ de plus
ask-field-less = Un champ de moins
ask-owner = Propriétaire
ask-riders = Cavaliers
ask-terrain = Terrain
ask-to-cards = Vers les cartes
ask-turn-of = Joueur actif
ask-phase = Phase
ask-turn-planted = Plantées à ce tour
ask-turn-number = Tour
ask-exhaustions = Pioche épuisée
ask-turn-discarded = une carte a été défaussée
ask-turn-matching = la défausse est en cours de comparaison
ask-turn-abbeys = Pioches d’abbaye restantes
ask-turn-to_take = Cartes à prendre chez le marchand
ask-turn-last_attack = c’est la dernière attaque
ask-options = Options des règles
ask-who = Qui
ask-what = Action
ask-what-open = choisir…
ask-press-first = Cliquez sur une carte, un champ ou un terrain de la table, ou choisissez l’action ; elle peut être illégale.
ask-press-on = Cliquez sur ce qui manque encore : sur la table ou ici.
ask-press-card = à cliquer sur la table
ask-optional = facultatif
ask-member-clear = Enlever : { $member }
ask-member-field = Champ
ask-member-slot = Carte de la main
ask-member-with = Avec
ask-member-give = Donne
ask-member-want = Demande
ask-member-want_turned_up = Demande parmi les cartes retournées
ask-member-give_coins = Donne des pièces
ask-member-want_coins = Demande des pièces
ask-member-proposal = Offre
ask-member-handed_over = Remet
ask-member-to = À
ask-member-cards = Cartes
ask-member-coins = Pièces
ask-member-variety = Carte
ask-member-coin_cards = Cartes-pièces
ask-member-coin_card = Carte-pièce
ask-member-extra = Cartes en plus
ask-member-terrain = Terrain
ask-member-chosen = Premier joueur
ask-member-target = Cible
ask-member-riders = Cavaliers de
ask-member-source = Depuis
ask-member-quarry = Carrière
ask-member-taken = Prend
ask-desk = Ce qui change
ask-mode = Ce que changent les clics sur la table
ask-mode-command = Choisir l’action
ask-mode-table = Changer la table
ask-offer-away = Retirer
ask-in-words = La table en mots
ask-advanced = Avancé : en JSON
ask-advanced-says = Ce que prend POST /v1/positions:adjudicate. Changez le texte, ou écrivez une position sur une ligne, et posez-la sur la table ; ce que vous faites sur la table change le texte.
ask-line = Sur une ligne
ask-lay = Dresser cette table
ask-as-table = Revenir à ce qui est sur la table
ask-no-position = ce n’est pas une position avec des places
ask-no-edition = cette édition n’existe pas
ask-no-command = cette édition n’a pas cette action
ask-one-command = une seule action à la fois : continuez à partir de la table qui suit
ask-no-seat = cette place n’existe pas
ask-link-broken = Ce lien ne contient aucune question lisible.
ask-from = Question sur
ask-event = événement { $n }
ask-empty = Nouvelle table…
ask-undo = Annuler
ask-redo = Rétablir
ask-share = Copier le lien
ask-shared = Le lien est copié : il contient toute la question.
ask-share-by-hand = Copiez l’adresse de cette page : elle contient toute la question.
ask-print = Imprimer
ask-sheet = Imprimer la feuille de l’événement { $n }
ask-players = { $count ->
        [one] { $count } joueur
       *[other] { $count } joueurs
    }

## sheet: what an arbiter prints of a game or of one event

sheet-title = Haricot · feuille pour l’arbitre
sheet-seen-by = Vu par : { $who }
sheet-runs = partie en cours, à l’événement { $n }
sheet-verdict = Verdict
sheet-clause = Clause
sheet-facts = Les faits
sheet-given-by = Donnée par
sheet-follows-from = Suit de l’action de
sheet-recorded = Enregistré
sheet-turn = À qui le tour
sheet-yes = oui
sheet-table = La table avant et après
sheet-table-after = La table après
sheet-map = La carte
sheet-unchanged = Ce que l’événement a changé figure deux fois, encadré là où c’est arrivé ; le reste figure une fois. L’avant de la main vient en premier.
sheet-middle = Sur la table
sheet-discards = Défausse, celle du dessus
sheet-cards = { $count ->
        [one] 1 carte
       *[other] { $count } cartes
    }
sheet-of-each = { $count } × { $name }
sheet-protected = protégé par { $clause }
sheet-trade = Nº { $n } : { $name } offre à { $other } { $give } contre { $want }
sheet-gift = Nº { $n } : { $name } donnerait à { $other } { $give }
sheet-lands = Terrains de { $name }
sheet-around = Ce qui s’est passé autour
sheet-else = Ce qui était permis d’autre
sheet-else-says = Au lieu de cela, { $name } aurait pu :
sheet-else-nothing = Rien : il n’y avait pas d’autre choix.
sheet-else-closed = Ce qu’un joueur peut faire n’est montré qu’à ceux qui peuvent voir sa main, et seulement pour les actions d’une place.
sheet-effect = Ce que cela a changé
sheet-wrong = Événements de cette partie contraires aux règles
sheet-of-game = Feuille de toute la partie
sheet-replay = Vers la partie
sheet-claim = Réclamation
sheet-finding = Constat
sheet-ruling = Décision
sheet-signatures = Signatures
sheet-arbiter = Arbitre
sheet-place-date = Lieu et date
sheet-back-event = Cet événement se revoit à l’adresse
sheet-back-game = Cette partie se revoit à l’adresse
sheet-players = Joueurs
sheet-seat = Place
sheet-name = Nom
sheet-audit = Contrôle
sheet-all = Tous les événements
sheet-end-hidden = L’issue de la partie n’est pas dite ici.
sheet-refused-absent = Cette partie n’existe pas
    .says = L’adresse est peut-être mal écrite, ou la partie est privée : ouvrez-la alors avec le lien vers votre place, et imprimez sa feuille de là.
sheet-refused-no-event = Cette partie n’a pas d’événement { $n }
    .says = Rien ne porte encore ce numéro. La feuille de toute la partie donne la liste de ses événements.
sheet-refused-hidden = Cette vue n’est pas la vôtre
    .says = Un joueur voit sa main, un spectateur voit ce qui est à découvert ; chacun peut tout voir une fois la partie terminée. Cette feuille s’imprime telle que chacun peut la voir.
sheet-refused-wrong = Cette feuille n’existe pas
    .says = L’adresse demande un événement ou une vue qu’aucune feuille n’a : n est le numéro d’un événement ; as est une place, le spectateur ou tout.
sheet-refused-token = Ce lien n’est plus valable
    .says = Ouvrez de nouveau la partie avec le lien vers votre place ; la feuille s’imprime telle que chacun peut la voir.

## protocol: what people sign at the end of a game, on one page

protocol-title = Procès-verbal de partie
protocol-runs = Partie en cours, état à l’événement { $n } : pas encore de résultat, rien à signer.
protocol-created = Créée
protocol-started = Commencée
protocol-ended = Terminée
protocol-forked = Continue
protocol-forked-at = { $game } après l’événement { $n }
protocol-practice = Entraînement
protocol-options = Règles et décisions choisies
protocol-usual = Comme le veut l’édition, sauf en gras.
protocol-faults = Événements irréguliers
protocol-no-faults = Aucun n’a été trouvé.
protocol-more = et { $count } de plus, sur la feuille de la partie
protocol-disputes = Litiges et décisions
protocol-no-disputes = Aucun n’est consigné.
protocol-proof = La preuve en bref
protocol-level = Niveau de la donne
protocol-commitment = Engagement
protocol-uncommitted = aucun n’a été pris
protocol-log = Journal
protocol-size = Entrées du journal
protocol-root = Racine du journal
protocol-key = Signé avec la clé
protocol-unsigned = non signé
protocol-signed-upto = { $signer }, jusqu’à l’entrée { $n }
protocol-verify = Pour vérifier, prendre la preuve de la partie (haricot export { $game } --bundle), couper le réseau et lancer haricot verify ou le seul fichier verify_bundle.py : taille, racine et clé doivent être celles-ci.
protocol-sign = Signer, c’est confirmer le résultat ; une réclamation s’écrit d’abord ici.
protocol-remarks = Remarques
protocol-judge = Elle n’est dans aucun journal signé. Le fichier de la partie ({ $game }.haricot.jsonl) montre ce qui a été consigné ; haricot audit la contrôle de nouveau.
## verify: the page that verifies the proof of a game
verify-title = Vérifier une partie
verify-lead = Déposez ici la preuve d’une partie : le fichier que sa page ou le service vous a donné. Cette page le lit et le juge dans votre navigateur et ne l’envoie nulle part : coupez d’abord le réseau, si vous voulez.
verify-noscript = Cette page a besoin de scripts. Sans eux :
verify-choose = La preuve d’une partie (*.haricot-audit.json)
verify-key = La clé du service, si vous l’avez notée un jour
verify-key-says = Sans elle, on croit la clé que le fichier nomme. L’auteur du fichier pouvait en nommer n’importe laquelle.
verify-plain = Cette page est venue par http simple : le navigateur ne lui prête alors pas de cryptographie, et son propre script calcule. Un intermédiaire aurait pu changer ce script ; verify_bundle.py, reçu de quelqu’un de confiance, ne peut pas l’être ainsi.
verify-no-key = Ce n’est pas une clé : elle s’écrit name+id+key, comme le service la donne sous /v1/keys.
verify-unreadable = Le fichier ne peut pas être lu : { $why }
verify-of = { $game }, { $events } événements
verify-own-key = Signé, selon ses propres dires, avec
verify-with-key = Signé avec
verify-event = Événement { $n } :
verify-holds = Vrai :
verify-fails = Faux :
verify-open = Montré en partie :
verify-skipped = Non regardé :
verify-more = Et { $count } de plus.
verify-not-shown = Aucune preuve ne montre que l’exploitant n’a pas regardé les mains, ni qui était assis à la table. Si chaque coup était permis, haricot verify en décide.
verify-good = Entier et prouvé
    .says = Chaque événement est un de ceux qui ont été signés, dans cet ordre, sans qu’il en manque ; chaque carte cachée est celle qui a été fixée à la donne, et chaque mélange découle de la graine engagée d’avance.
verify-tampered = Altéré
    .says = Ce fichier n’est pas ce qui a été signé. Ci-dessous se trouve ce qui a été changé, d’abord le premier événement faux.
verify-other-key = Signé avec une autre clé
    .says = Ce fichier n’est pas signé avec la clé que vous avez. Demandez qui l’a signé.
verify-incomplete = Entier, aussi loin qu’il aille
    .says = Rien n’y est faux, mais tout ne peut pas encore être montré : la partie continue, ou cette vue cache des cartes.
verify-unproved = Entier, mais la donne n’est pas prouvée
    .says = Rien n’a été changé, mais personne ne s’était engagé sur cette donne, ou sa graine n’a jamais été révélée.
verify-step-canonical = Le fichier est écrit comme ces fichiers le sont, jusqu’au dernier octet.
verify-step-note = La clé du service a signé le point de contrôle.
verify-step-root = Les entrées sont celles qui ont été signées, dans cet ordre, sans qu’il en manque.
verify-step-consistency = Rien de ce qui avait été signé avant n’a été réécrit.
verify-step-service = Le point de contrôle se trouve dans le journal public du service.
verify-step-parents = Une branche continue la partie qu’elle nomme.
verify-step-disclosures = Chaque valeur cachée est celle qui a été fixée sur le moment.
verify-step-deal = Chaque mélange découle de la graine, et chaque carte se trouvait là où elle a été prise.
verify-found-cut-off = Le fichier est coupé : il manque la fin. Téléchargez-le à nouveau.
verify-found-json = Ce n’est pas du JSON à nombres entiers.
verify-found-not-canonical = Ce n’est pas du JSON en écriture canonique : quelque chose a été ajouté ou changé.
verify-found-no-bundle = Ce n’est pas la preuve d’une partie.
verify-found-base64 = Ce n’est pas du base64 tel qu’il s’écrit : { $text }
verify-found-no-key = La clé dans le fichier n’en est pas une, ou porte l’identifiant d’une autre.
verify-found-no-note = Une note signée est un texte, une ligne vide et des signatures ; ceci n’en est pas une.
verify-found-no-signature = Une ligne de signature n’est pas écrite comme il faut.
verify-found-signature = La signature de { $name } n’est pas celle de ce texte : l’un des deux a été changé.
verify-found-unsigned = { $name } ne l’a pas signé.
verify-found-no-number = Un nombre n’est pas écrit comme les nombres.
verify-found-no-checkpoint = Un point de contrôle a trois lignes : origine, taille et racine.
verify-found-no-entry = Ceci a une autre forme qu’une entrée.
verify-found-changed = Cette entrée a été changée après la signature : son empreinte est autre.
verify-found-of-another = Cette entrée n’est pas à sa place : c’est l’événement { $n } de { $game }.
verify-found-origin = Le point de contrôle est de { $origin }.
verify-found-size = { $signed } événements ont été signés, et il y en a { $count } : il en manque, ou il en a été ajouté.
verify-found-other-root = Une entrée à partir d’ici n’est pas celle qui a été signée.
verify-found-rewritten = Les { $count } premières entrées ne sont pas celles signées alors : l’histoire a été réécrite.
verify-found-no-consistency = La preuve d’un point de contrôle antérieur n’est pas celle qui découle des entrées.
verify-found-no-service = Rien ne montre que le point de contrôle se trouve dans le journal public du service.
verify-found-no-proof = Ce qui doit prouver le point de contrôle dans le journal du service n’est pas une preuve valable.
verify-found-not-in-log = Le point de contrôle n’est pas là où le journal du service est censé l’avoir.
verify-found-no-fork = Aucune branche qui continue la partie d’avant ne commence ici.
verify-found-other-parent = La branche continue une autre partie que celle de ce fichier.
verify-found-no-root = La branche ne donne pas de racine : rien ne lie ce qui a été joué avant elle.
verify-found-no-disclosure = Ce qui doit ouvrir une valeur cachée ne peut pas être lu, ou n’ouvre rien ici.
verify-found-in-the-open = { $place } est à découvert : rien n’y était caché.
verify-found-not-hidden-here = Ce qui était caché ici est autre chose : { $place } n’était pas { $value }.
verify-found-kept-back = { $count } valeurs cachées sont retenues.
verify-found-no-event = Ceci ne peut pas être un événement.
verify-found-not-matched = { $cards } ont été pris de la défausse, mais au-dessus se trouvait : { $there }.
verify-found-not-drawn = La place { $seat } a pioché { $cards }, mais au-dessus de la pioche se trouvait : { $there }.
verify-found-not-taken = { $cards } sont venus de la pioche, mais au-dessus se trouvait : { $there }.
verify-found-not-dealt = La place { $seat } a reçu { $cards }, mais là se trouvait : { $there }.
verify-found-other-share = La place { $seat } révèle une autre part de la donne que celle engagée.
verify-found-other-lot = D’après la graine, la place { $seat } aurait commencé.
verify-found-other-pile = Les cartes mélangées ne sont pas celles qui se trouvaient là.
verify-found-other-order = La graine mélange autrement : comme carte { $place } à partir du dessus, elle donne { $gives }, pas { $card }.
verify-found-other-key = Il est signé avec la clé { $key }.
verify-found-other-seed = La graine n’est pas celle engagée avant la donne.
verify-found-uncommitted = Le service ne s’est jamais engagé sur cette donne.
verify-found-unrevealed = La graine de { $game } n’a pas été révélée, ou n’est pas dans le fichier.
verify-found-other-reveal = Le fichier donne une autre graine que celle que le dernier événement révèle.
verify-found-deck-order = Le jeu n’avait pas le haricot le plus fréquent au-dessus.
verify-found-hidden = Des cartes sont cachées dans cette vue.
verify-found-goes-on = La partie continue : c’est tout jusqu’ici.
verify-found-dealt-anew = Une branche a redistribué ce que son auteur ne pouvait pas savoir : cela reste donc caché.
verify-found-other-rules = La partie n’a pas été créée sous les règles que le fichier nomme.
verify-found-no-view = Cette vue n’existe pas dans cette partie.

## dispute: the disputes about a game
dispute-title = Litiges
dispute-none = Rien n’est contesté.
dispute-head = Litige { $n } : { $who }, sur l’événement { $event }
dispute-see = Voir l’événement
dispute-judged = Ce que disent les règles
dispute-again = Rejoué ici
dispute-arbiter = Un arbitre
dispute-sealed = Scellé jusqu’à la fin de la partie.
dispute-erased = Ce qui était écrit a été effacé.
dispute-events = Événements { $events }
dispute-branch = Continue dans { $game }
dispute-counts = C’est { $game } qui compte.
dispute-upheld = Admis selon { $clause }.
dispute-dismissed = Rejeté selon { $clause }.
dispute-remedy-stands = Tout reste en l’état.
dispute-remedy-repair = On le corrige à la table.
dispute-remedy-rewind = On rejoue à partir de l’événement { $n }.
dispute-remedy-void = La partie ne compte pas.
dispute-penalty = { $who } : { $penalty }
dispute-result = Résultat
dispute-confirmed = Confirmé par { $who }.
dispute-unconfirmed = Personne ne l’a encore confirmé.
dispute-term-protest = Le résultat peut être contesté jusqu’à { $term } après la fin de la partie.
dispute-term-appeal = Une décision est susceptible d’appel pendant { $term }.
dispute-span-days = { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
dispute-span-hours = { $count ->
        [one] { $count } heure
       *[other] { $count } heures
    }
dispute-span-minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
dispute-span-seconds = { $count ->
        [one] { $count } seconde
       *[other] { $count } secondes
    }
dispute-is-open = attend une décision
dispute-is-ruled = tranché
dispute-is-appealed = en appel
dispute-is-reopened = repris
dispute-is-withdrawn = retiré
dispute-filed-dispute-opened = { $who } affirme
dispute-filed-statement-made = { $who } déclare
dispute-filed-evidence-pinned = { $who } cite comme preuve
dispute-filed-facts-found = { $who } constate
dispute-filed-dispute-ruled = { $who } tranche
dispute-filed-ruling-proposed = { $who } propose au comité
dispute-filed-ruling-joined = { $who } approuve
dispute-filed-committee-ruled = Le comité en décide ainsi
dispute-filed-ruling-appealed = { $who } fait appel
dispute-filed-dispute-reopened = { $who } le reprend
dispute-filed-dispute-withdrawn = { $who } le retire
dispute-filed-played-on = { $who } continue sous réserve
dispute-filed-official-fork-made = On rejoue
dispute-powers = Ce que les arbitres ont fait
dispute-filed-arbiter-called = { $who } appelle un arbitre
dispute-filed-arbiter-came = L’arbitre appelé est arrivé
dispute-filed-arbiter-agreed = { $who } accepte l’arbitre
dispute-filed-arbiter-admitted = L’arbitre peut voir toutes les mains et trancher
dispute-filed-call-withdrawn = { $who } retire son appel
dispute-filed-look = { $who } a regardé les cartes
dispute-filed-record = { $who } a rectifié la table
dispute-filed-void = { $who } a annulé la partie
dispute-filed-pause = { $who } a suspendu la partie
dispute-filed-resume = { $who } a fait reprendre la partie
dispute-after = Après l’événement { $n }
dispute-hand = À travers les yeux de { $who }
dispute-every-hand = Toutes les mains
dispute-find = Ce qui s’est passé
dispute-find-text = Ce que vous constatez, indépendamment de la règle
dispute-find-sealed = Sceller jusqu’à la fin de la partie, car il y est question de cartes cachées
dispute-find-file = Consigner ce constat
dispute-rule = Trancher
dispute-rule-outcome = La réclamation est
dispute-rule-upheld = admise
dispute-rule-dismissed = rejetée
dispute-rule-clause = Clause
dispute-rule-article = Entrée du livre
dispute-rule-remedy = Conséquence
dispute-rule-back = Rejouée après l’événement
dispute-rule-exact = Garder la pioche telle quelle, même si quelqu’un a pu la voir
dispute-rule-why = Pourquoi elle est gardée
dispute-rule-penalty = Pénalité
dispute-rule-against = Pour
dispute-rule-branch = La partie qui compte
dispute-rule-committee = Les autres membres du comité, par leurs identifiants ; à laisser vide s’ils sont déjà désignés
dispute-rule-text = Motifs
dispute-rule-file = Rendre cette décision
dispute-rule-propose = Le proposer au comité
dispute-votes = Comité : { $agreed } voix pour sur { $members } ; il en faut { $needed } pour décider.
dispute-organiser = L’organisateur
dispute-join-what = Les membres du comité approuvent ici, chacun pour soi.
dispute-join = Approuver
dispute-withdraw-what = C’est votre réclamation ; avant une décision, vous pouvez y renoncer.
dispute-withdraw = La retirer
dispute-goes-on = { $game } continue, bien que cette partie ne compte pas selon la décision. Avant sa fin, rien n’est dévoilé des parties jouées à côté.
dispute-opens-later = Les mains et la pioche de cette partie seront dévoilées une fois { $game } terminée.
dispute-call-off-what = { $game } s’achève sans résultat, définitivement.
dispute-call-off = L’arrêter
dispute-do-stands = Tout reste en l’état
dispute-do-repair = C’est rectifié à la table
dispute-do-rewind = On rejoue
dispute-do-void = La partie ne compte pas
dispute-nobody = personne
dispute-make = Créer cette partie
dispute-make-what = Il faut rejouer : les mêmes personnes gardent leur main, et ce que personne ne connaissait est redistribué, sauf décision contraire. Cette partie-ci s’achève sans résultat.
dispute-made = On continue ici ; chaque lien vaut pour une seule place :
dispute-protest-what = Jusqu’à la décision, les deux peuvent continuer : cette partie, et une branche depuis l’événement { $n }, avec les mêmes personnes et les mêmes mains, la pioche mélangée.
dispute-protest = Créer une branche sous réserve
dispute-protest-made = L’auteur de la réclamation désigne ici cette branche :
dispute-play-on-what = Si un arbitre a créé une branche, vous pouvez y continuer sous réserve ; la décision dit quelle partie compte.
dispute-play-on-branch = Branche
dispute-play-on = Continuer sous réserve
dispute-state = Votre déclaration
dispute-state-text = Ce dont vous vous souvenez ; tout le monde peut le lire
dispute-state-file = Ajouter cette déclaration
dispute-pin = Désigner des événements comme preuves
dispute-pin-what = Quels événements parlent pour ou contre ?
dispute-pin-file = Ajouter ces preuves
dispute-appeal = Faire appel de cette décision
dispute-appeal-until = Un comité tranchera de nouveau. Vous pouvez faire appel jusqu’au
dispute-appeal-text = Pourquoi la décision est erronée
dispute-appeal-file = Faire appel
dispute-reopen = Reprendre ce litige
dispute-reopen-text = Quels éléments nouveaux il y a
dispute-reopen-file = Rouvrir ce litige
dispute-halt-why = Pourquoi ; tout le monde peut le lire
dispute-halt-pause = Suspendre la partie
dispute-halt-resume = Faire reprendre la partie
dispute-put-right-what = À rectifier à la table : touchez la carte, puis sa bonne place.
dispute-ready-both = Les deux joueurs sont d’accord là-dessus.
dispute-ready-log = Le journal de la partie le montre.
dispute-ready-meant = Ce n’était pas ce qui était voulu ; c’est rectifié.
## record: the page that takes a game from paper

record-title = Une partie sur papier
record-lead = Écrivez ce qui a été joué à la table, un coup par mot, et voyez-le posé à côté. Rien n’est gardé : enregistrez la partie comme fichier quand elle est complète.
record-noscript = Cette page a besoin de scripts. Sans eux :
record-sheet = La feuille, en notation des haricots
record-read = { $lines ->
        [one] { $lines } ligne lue, jusqu’à l’événement { $events }
       *[other] { $lines } lignes lues, jusqu’à l’événement { $events }
    }
record-slip = Ligne { $line }, colonne { $column } : ceci est illisible
record-contrary = Ligne { $line }, colonne { $column } : ceci est impossible
record-there = Montrer l’endroit
record-wrong = Ce que les règles refusent
record-event = Événement { $n } :
record-save = Enregistrer { $name }
record-line = La table sur une ligne
record-play = Ce qui s’est passé, la dernière ligne d’abord

## hearing: what stands in the way of a ruling

hearing-unknown = Personne ne peut encore arbitrer cette partie : nul n’a dit qui joue à { $who }. L’organisateur peut confirmer ici que ce sont des personnes différentes.
hearing-confirm-says = Vous avez créé cette partie. Vous confirmez ainsi qu’il s’agit de personnes différentes et qu’aucune n’est l’arbitre. Tout le monde pourra lire que vous l’avez dit.
hearing-confirm = { $count ->
    [one] Oui, c’est une seule personne
   *[other] Oui, ce sont { $count } personnes différentes
  }
hearing-arbiter-players_unknown = Vous ne pouvez pas encore arbitrer ici : on ne sait pas qui sont tous les joueurs. L’organisateur le confirme sur cette page, avec son propre lien.
hearing-arbiter-own_game = Vous ne pouvez pas arbitrer ici : vous jouez ou avez joué à cette table. Il faut appeler un autre arbitre.
hearing-arbiter-own_organiser = Vous ne pouvez pas arbitrer ici : un joueur de cette table vous a appelé seul. Qu’il utilise « Appeler un arbitre », pour que tous les autres puissent donner leur accord.
hearing-arbiter-unknown = Vous ne pouvez pas arbitrer ici : on ne sait ni qui vous êtes ni qui vous a appelé. Demandez qu’on vous appelle avec « Appeler un arbitre », puis ouvrez ce lien.

## clock

clock-title = Pendule
clock-trading = Échanges
clock-days = { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
clock-expired = temps écoulé
clock-passed = a passé
clock-pass = Passer
clock-waits = La pendule démarre au premier coup.
clock-stopped = La pendule est arrêtée.
clock-why-paused = La pendule est arrêtée : la partie est suspendue.
clock-why-time_up = Le temps est écoulé : un arbitre est appelé.
clock-start = Démarrer la pendule
clock-stop = Arrêter la pendule
clock-more-all = 1 minute pour tous
clock-more-seat = Une minute de plus pour { $name }
clock-more-trading = Une minute d’échanges de plus

## call: an arbiter is called, and comes

call-title = Appelé comme arbitre
call-opening = Lecture du lien.
call-arbiter = Appeler un arbitre
call-says = Montrez le lien à quelqu’un qui ne joue pas ici. Cette personne voit ce que voient les spectateurs jusqu’à ce que tous les autres joueurs acceptent ; elle voit alors toutes les mains et tranche. Tout le monde apprend votre appel.
call-host-says = Vous avez créé cette partie et n’y jouez pas. Montrez le lien à quelqu’un qui ne joue pas ici : cette personne voit aussitôt toutes les mains et peut trancher. Tout le monde apprend qu’un arbitre a été appelé.
call-why = Pourquoi
call-why-usual = Il nous faut une décision.
call-make = Créer le lien
call-show = Faites lire ce code à l’arbitre, ou envoyez-lui le lien. La première personne qui l’ouvre est l’arbitre. Il vaut une heure.
call-link = Lien pour l’arbitre
call-withdraw = Retirer l’appel
call-stands = Vous avez appelé un arbitre ; le lien est encore ouvert. Un nouveau lien le remplace.
call-waits = Il faut maintenant l’accord de { $who } : une ligne au-dessus de la table le demande.
call-waits-host = Il faut maintenant l’accord de l’organisateur : personne d’autre ne joue à cette table.
call-hosted = La personne qui ouvre le lien est aussitôt arbitre.
call-by = { $who } vous demande de trancher un litige dans cette partie.
call-seat = Place { $n }
call-come = Je suis l’arbitre
call-come-says = Ne venez que si vous ne jouez pas à cette table. Vous voyez ce que voient les spectateurs jusqu’à ce que tous les autres acceptent ; vous voyez alors toutes les mains et pouvez trancher. Le lien ne sert qu’une fois.
call-no-key = Il manque la fin du lien. Ouvrez-le de nouveau, ou relisez le code.
call-taken = Quelqu’un a déjà ouvert ce lien : il ne vaut que pour cette personne. Si ce n’était pas vous, demandez au joueur d’appeler de nouveau.
call-expired = Cet appel est resté ouvert une heure et il est clos. Demandez au joueur d’appeler de nouveau.
call-gone = Ce lien ne vaut plus : l’appel a été retiré ou remplacé. Demandez au joueur d’appeler de nouveau.

## case: what is disputed and ruled, told to the table

case-title = Ce qui est contesté
case-arbiter = Un arbitre
case-dispute-opened = { $who } conteste l’événement { $event }.
case-ruling-appealed = { $who } fait appel de la décision sur le litige { $dispute }.
case-dispute-reopened = { $who } rouvre le litige { $dispute }.
case-dispute-withdrawn = { $who } retire le litige { $dispute }.
case-upheld = Décision sur le litige { $dispute } : admis selon { $clause }.
case-dismissed = Décision sur le litige { $dispute } : rejeté selon { $clause }.
case-called = { $who } appelle un arbitre.
case-not-come = L’arbitre n’est pas encore là.
case-waits = Accord attendu : { $who }.
case-waits-host = L’accord de l’organisateur est attendu.
case-agree = { $who } appelle un arbitre, qui pourra voir toutes les mains.
case-agree-do = Accepter
case-agree-says = La personne venue par cet appel voit toutes les mains, la vôtre aussi, et tranche.
case-admitted = L’arbitre est là et peut trancher.
case-you-rule = Tous acceptent : vous pouvez voir toutes les mains et trancher.
case-paused = La partie est suspendue.
case-withdraw = Retirer l’appel
case-read = Lire
case-pause = Suspendre
case-pause-why = Le litige { $dispute } est examiné.

## correct : comment un arbitre rectifie la table

correct-title = Rectifier la table
correct-which = Touchez la carte mal placée
correct-how = Touchez ensuite sa bonne place. Rien ne change avant votre confirmation. Pendant ce temps vous voyez toutes les mains, et tous en sont avertis.
correct-where = Où va { $card } ?
correct-ask = Rectifier ainsi ?
correct-done = C’est fait : { $says }.
correct-nothing-there = Aucune carte ne se trouve là : touchez une carte.
correct-refused = Cela ne peut pas se faire : { $why }.
correct-went-on = La partie a continué entre-temps. Regardez la table et touchez la carte à nouveau.
correct-not-arbiter = Seul un arbitre de cette partie qui peut voir toutes les mains rectifie la table.
correct-other-card = Une autre carte
correct-end = Terminer
correct-goal = Où elle va …
correct-else = Autre chose …
correct-turn = C’est le tour de { $who }
correct-shuffle = Mélanger la pioche
correct-why = Pourquoi, lisible par tous
correct-why-ruling = Décision sur le litige { $dispute }.
correct-give = Rectifier
correct-not = Ne pas le faire
correct-top-card = la carte du dessus
correct-of = { $card } de { $who }
correct-to-field = { $who } : champ { $field }
correct-to-hand = { $who } : main
correct-to-coins = { $who } : pièces
correct-to-aside = { $who } : mis de côté
correct-to-pile = Sur la pioche
correct-to-bottom = Sous la pioche
correct-to-discards = Défausse
correct-to-up = Cartes retournées
record-mend = Écrire { $written }
record-sample = Montrer un exemple
record-how = Comment s’écrivent les coups
record-guide = Tout sur la notation
record-notation = Comment s’écrivent les coups : { $edition }
record-written = On écrit
record-means = Cela veut dire
record-note-braces = Entre accolades : la carte de la main qui a été plantée, offerte ou remise
record-note-seat = Une autre place que celle du joueur actif : le premier joueur est A
record-note-star = Dans une offre, derrière une carte : elle est demandée à la main de l’autre joueur. Sans étoile, c’est une carte retournée
record-note-place = La troisième carte de la main, depuis le devant
record-note-undo = Le dernier coup a été repris à la table
record-note-note = Une remarque
record-note-waived = Cela a vraiment été joué ainsi, contre les règles : c’est noté comme irrégularité

## tournament: the list of tournaments, the page of one, its wall

tournament-list-title = Tournois
tournament-list-lead = Des rondes à des tables de deux à sept, tirées de sorte que chacun puisse recalculer chaque tirage. Suivez un tournoi, ou organisez-en un : un téléphone suffit.
tournament-needs-scripts = Cette page a besoin de scripts. Sans eux, il y a le fichier du tournoi.
tournament-loading = Chargement …
tournament-none = Pas encore de tournoi ici.
tournament-new = Nouveau tournoi
tournament-title = Son nom
tournament-edition = Édition
tournament-format = Tirage des rondes
tournament-format-heats = manches
tournament-format-swiss = suisse
tournament-format-round_robin = toutes rencontres
tournament-format-knockout = élimination directe
tournament-format-league = ligue
tournament-format-how = Les manches sont tirées d’avance, pour que les joueurs se rencontrent le moins souvent possible. Les rondes suisses réunissent à une table des joueurs de score voisin. En toutes rencontres, chacun rencontre tous les autres. En élimination directe, les meilleurs de chaque table restent en course. Dans une ligue, aucune ronde n’attend l’autre.
tournament-rounds = Rondes
tournament-preferred = Joueurs par table (vide : 4)
tournament-more-rules = Autres règles
tournament-final = Joueurs en finale (vide : pas de finale)
tournament-counted = Meilleures rondes retenues (vide : toutes)
tournament-delay = Secondes de retard pour les spectateurs
tournament-private = Privé : seuls les officiels et les joueurs le connaissent
tournament-create = Créer le tournoi
tournament-facts = { $edition } · { $format } · { $rounds ->
        [one] { $rounds } ronde
       *[other] { $rounds } rondes
    } · { $players ->
        [one] { $players } joueur
       *[other] { $players } joueurs
    }
tournament-status-registration = inscriptions
tournament-status-running = EN DIRECT
tournament-status-closed = clos
tournament-forked-from = Et si, depuis l’événement { $n } de l’original
tournament-tab-rounds = Tables
tournament-tab-standings = Classement
tournament-tab-players = Joueurs
tournament-tab-history = Historique
tournament-tab-path = Mes tables
tournament-path = Toutes les rondes de { $name }
tournament-stands = Rang { $rank } · points : { $points }
tournament-not-drawn = Absent de cette ronde :
tournament-no-such-player = Ce joueur ne participe pas au tournoi.
tournament-acting-as = Agir comme
tournament-role-director = directeur
tournament-role-arbiter = arbitre
tournament-role-scorer = marqueur
tournament-role-broadcaster = diffuseur
tournament-role-player = joueur
tournament-role-spectator = spectateur
tournament-desk = Que faire
tournament-draw = Tirer la ronde { $n }
tournament-undraw = Retirer le projet
tournament-release = Publier la ronde { $n }
tournament-start-games = Commencer ici les parties de la ronde { $n }
tournament-confirm-round = Confirmer la ronde { $n }
tournament-reopen-round = Rouvrir la ronde { $n }
tournament-close = Clore le tournoi
tournament-reopen = Rouvrir le tournoi
tournament-reveal = Révéler tous les secrets
tournament-tables-settled = Ronde { $n } : { $settled } tables sur { $count } ont leur résultat.
tournament-disputes = Les litiges
tournament-judge = Arbitrer ici
tournament-awaits-game = Ni partie ni résultat :
tournament-awaits-confirmation = Résultats à confirmer :
tournament-awaits-deal = Partie finie, mais la même donne se joue encore ailleurs :
tournament-awaits-holds = D’autres tables avec la même donne attendent la fin de cette partie :
tournament-call-off = Annuler la partie
tournament-awaits-voided = Partie finie sans résultat :
tournament-awaits-absent = Partie illisible :
tournament-awaits-not_public = La fin de la partie n’est pas publique :
tournament-awaits-other_size = La partie a un autre nombre de joueurs :
tournament-awaits-time_up = Le temps est écoulé, et un arbitre est appelé :
tournament-awaits-stopped = La partie est suspendue, ou sa pendule est arrêtée :
tournament-awaits-ruling = Un litige attend une décision :
tournament-awaits-replay = À rejouer par décision :
tournament-awaits-reopening = Une décision change le résultat ; rouvrir le tournoi :
tournament-new-comments = Nouvelles remarques de spectateurs :
tournament-read-comments = Lire
tournament-present-count = { $count ->
        [one] { $count } joueur est là.
       *[other] { $count } joueurs sont là.
    }
tournament-too-few = La ronde { $n } pourra être tirée dès qu’au moins { $count } joueurs seront là.
tournament-register-players = Inscrire des joueurs
tournament-check-in-players = Pointer les arrivées
tournament-running-for = En cours depuis { $time }
tournament-time-left = Encore { $time }
tournament-time-up = Temps écoulé depuis { $time }
tournament-ends-at = Le temps est écoulé à { $time }.
tournament-printed-start = Début : { $time }
tournament-printed-length = Durée : { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }
tournament-add-time-table = 5 minutes de plus pour la table { $n }
tournament-minutes = Minutes par ronde (vide : sans limite)
tournament-seeding = Élimination directe : formation des tables
tournament-seeding-lot = au hasard
tournament-seeding-standings = d’après le classement
tournament-rules-and-times = Règlement et dates
tournament-rules-from = À partir de la ronde { $n }
tournament-change-rules = Changer le règlement
tournament-times = Dates d’une ronde
tournament-which-round = Ronde
tournament-opens = De
tournament-closes = À
tournament-announce = Annoncer
tournament-add-time = 5 minutes de plus
tournament-time-added = { $count } minutes ajoutées
tournament-round = Ronde { $n }
tournament-round-short = ronde { $n }
tournament-round-draft = projet
tournament-round-released = publiée
tournament-round-confirmed = confirmée
tournament-no-rounds = Aucune ronde n’est encore annoncée.
tournament-window = La ronde { $n } se joue du { $opens } au { $closes }.
tournament-table = Table { $n }
tournament-table-short = table { $n }
tournament-table-open = pas encore de résultat
tournament-table-playing = en cours
tournament-table-entered = à confirmer
tournament-table-confirmed = confirmé
tournament-table-voided = sans résultat, par décision
tournament-sit-outs = Au repos :
tournament-byes = Qualifiés sans jouer :
tournament-out = Hors course :
tournament-cost = Coût de ce placement : { $cost }, et aucun ne coûte moins de { $bound }.
tournament-secret = Secret du tirage :
tournament-swap-how = Pour échanger deux joueurs, cliquez sur l’un puis sur l’autre.
tournament-swap-with = Cliquez sur le joueur qui change de place avec { $name }.
tournament-swapped = { $one } et { $other } échangent leurs places.
tournament-swap-cost = Échangés. Le placement coûtait { $before }, il coûte maintenant { $after }.
tournament-wrong-seats = Mauvaises places ?
tournament-seats-ruling = { $one } et { $other } avaient échangé leurs places
tournament-event-seats-swapped = Une décision : { $name } et { $other } avaient échangé leurs places dans la ronde { $round }
tournament-enter = Saisir le résultat
tournament-confirm = Confirmer le résultat
tournament-correct = Corriger par décision
tournament-void = Décider : sans résultat
tournament-cancel = Annuler
tournament-reason = Motif, que chacun peut lire
tournament-place = place n° { $n }
tournament-game = La partie
tournament-no-standings = Il n’y a pas encore de joueurs.
tournament-standings-how = Ouvrez une ligne pour voir d’où viennent ses points.
tournament-why-game = Partie
tournament-why-paper = Partie sur papier
tournament-why-sit_out = Au repos
tournament-why-penalty = Pénalité
tournament-why-ruling = Décision
tournament-why-dropped = Ronde non retenue
tournament-duplicate = Mêmes cartes à toutes les tables (duplicate)
tournament-duplicate-none = non
tournament-duplicate-coins = comparer les pièces
tournament-duplicate-matchpoints = comparer par matchpoints
tournament-duplicate-how = En duplicate, toutes les tables de même taille jouent la même donne, et vos pièces sont comparées à celles de tous ceux qui ont occupé votre place. Les résultats sont montrés quand la dernière de ces tables a terminé.
tournament-is-duplicate-coins = en duplicate : pièces
tournament-is-duplicate-matchpoints = en duplicate : matchpoints
tournament-clock-turn = { $time } par tour
tournament-clock-trading = { $time } par phase d’échanges, pour tous
tournament-clock-game = { $time } pour la partie
tournament-clock = Pendule des parties : { $budgets }. Quand le temps est écoulé, { $zero }.
tournament-round-clock = Pendule des parties de cette ronde : { $budgets }. Quand le temps est écoulé, { $zero }.
tournament-round-no-clock = Les parties de cette ronde n’ont pas de pendule.
tournament-same-deal = { $count ->
        [one] Côte à côte avec l’autre table de cette donne
       *[other] Côte à côte avec { $count } autres tables de cette donne
    }
tournament-compared = { $others ->
        [one] { $coins } pièces ; la même place à l’autre table : { $mean }
       *[other] { $coins } pièces ; la même place à { $others } autres tables : { $mean } en moyenne
    }
tournament-compared-alone = { $coins } pièces ; les autres à cette table : { $mean } en moyenne
tournament-compared-line = Table { $table }, { $name } : { $coins }
tournament-event = événement { $n }
tournament-tie-breaks = Départages :
tournament-tie-wins = victoires
tournament-tie-coin_share = part des talers
tournament-tie-turn_order = ordre du tour
tournament-tie-opponents = adversaires
tournament-tie-head_to_head = entre eux
tournament-tie-lot = tirage au sort
tournament-tie-reached = ronde atteinte
tournament-tie-place = place à cette table
tournament-register = Noms, en liste quelconque ; un club entre parenthèses
tournament-register-example = Ana Muster (Club du Haricot)
tournament-register-present = Ils sont là
tournament-register-do = { $count ->
        [one] Inscrire { $count } joueur
       *[other] Inscrire { $count } joueurs
    }
tournament-players-count = { $count ->
        [one] { $count } joueur
       *[other] { $count } joueurs
    }, { $present } sur place
tournament-check-in = Pointer l’arrivée
tournament-check-in-all = Pointer tout le monde
tournament-withdraw = Retirer
tournament-present = là
tournament-absent = absent
tournament-excluded = exclu
tournament-player-link = Lien
tournament-helpers = Liens pour les assistants
tournament-helpers-how = Qui possède un lien agit dans son rôle jusqu’à la fin du tournoi. Un résultat sur papier est confirmé par une autre personne que celle qui l’a saisi.
tournament-public-link = Pour les spectateurs
tournament-new-scorer = Un autre marqueur
tournament-new-arbiter = Un autre arbitre
tournament-new-broadcaster = Un autre diffuseur
tournament-penalties = Pénalités
tournament-penalty = Pénalité
tournament-penalty-warning = avertissement
tournament-penalty-coin_loss = perte d’un taler
tournament-penalty-game_loss = perte de la partie
tournament-penalty-points = perte de points
tournament-penalty-exclusion = exclusion
tournament-penalise = Donner la pénalité
tournament-player = Joueur
tournament-lift = Lever
tournament-lifted = levée
tournament-audit = Vérifier chaque événement
tournament-verdict-ok = chaque événement est juste
tournament-verdict-open = juste jusqu’ici
tournament-verdict-wrong = quelque chose est faux
tournament-fork = Et si …
tournament-erased = (effacé)
tournament-back = Un événement en arrière
tournament-forth = Un événement en avant
tournament-after-event = Montré après cet événement
tournament-at = Événement { $n } sur { $last }
tournament-to-now = Au présent
tournament-file-how = Chacun peut tout recalculer :
tournament-file = le fichier du tournoi
tournament-statistics = Les statistiques de ses parties
tournament-wall = Page pour le mur
tournament-event-tournament-created = Le tournoi est créé
tournament-event-rules-changed = Le règlement change à partir de la ronde { $round }
tournament-event-player-registered = { $name } s’inscrit
tournament-event-club-noted = Le club de { $name } est noté
tournament-event-pair-forbidden = { $name } et { $other } ne se rencontrent pas
tournament-event-player-checked-in = { $name } est là
tournament-event-player-withdrew = { $name } se retire
tournament-event-player-substituted = { $other } joue pour { $name } à la table { $table } de la ronde { $round }
tournament-event-round-drawn = La ronde { $round } est tirée : coût { $cost }, au moins { $bound }
tournament-event-seating-overridden = Le placement de la ronde { $round } est prescrit : coût { $before } avant, { $after } maintenant
tournament-event-draw-withdrawn = Le projet de la ronde { $round } est retiré
tournament-event-round-released = La ronde { $round } est publiée
tournament-event-game-linked = La table { $table } de la ronde { $round } joue { $game }
tournament-event-table-result-taken = Résultat de la table { $table }, ronde { $round } : { $scores }
tournament-event-table-result-entered = Résultat de la table { $table }, ronde { $round }, sur papier : { $scores }
tournament-event-table-result-confirmed = Le résultat de la table { $table }, ronde { $round }, est confirmé
tournament-event-table-result-corrected = Une décision corrige la table { $table }, ronde { $round } : { $scores }
tournament-event-table-voided = Une décision : la table { $table } de la ronde { $round } est sans résultat
tournament-event-penalty-given = Pénalité { $penalty } pour { $name } : { $kind }
tournament-event-penalty-lifted = La pénalité { $penalty } est levée
tournament-event-time-added = { $table ->
    [0] { $seconds } secondes sont ajoutées à la ronde { $round }
   *[other] { $seconds } secondes sont ajoutées à la table { $table } de la ronde { $round }
  }
tournament-event-round-confirmed = La ronde { $round } est confirmée
tournament-event-round-reopened = La ronde { $round } est rouverte
tournament-event-tournament-closed = Le tournoi est clos
tournament-event-tournament-reopened = Le tournoi est rouvert
tournament-event-secrets-revealed = Tous les secrets sont révélés
tournament-print = Imprimer
tournament-print-pairings = Tables
tournament-print-names = Par nom
tournament-print-slips = Fiches de résultat
tournament-print-cards = Cartons de table
tournament-print-standings = Classement
tournament-slip-score = Talers
tournament-slip-place = Place
tournament-slip-signature = Signature
tournament-points = Points
tournament-spoiler-free = Sans les résultats
tournament-frame-kept-back = Les résultats sont masqués.
tournament-kept-back = Les résultats sont masqués. Décochez « Sans les résultats » pour les voir.
tournament-before = (rang { $rank } avec { $points } dans l’original)
tournament-beside-original = À côté de chaque joueur figure sa ligne dans l’original.
tournament-start-how = Cochez qui est un robot. Les autres reçoivent un lien vers leur place. Les résultats arrivent d’eux-mêmes.
tournament-start-do = { $count ->
        [one] Commencer { $count } partie
       *[other] Commencer { $count } parties
    }
tournament-with = avec { $names }
tournament-event-round-scheduled = Le moment de la ronde { $round } est annoncé
tournament-advance = Élimination : qui reste, par table (vide : la moitié)

## statistics: an edition in numbers, a player, two players side by side

statistics-title = Statistiques
statistics-editions = Éditions
statistics-loading = Calcul en cours …
statistics-needs-scripts = Cette page a besoin de scripts. Les chiffres sont ici :
statistics-player-title = Joueur
statistics-plot = graphique
statistics-keys = Les flèches vont d’un point à l’autre.
statistics-games-of = Les parties derrière ce chiffre
statistics-csv = Télécharger en CSV
statistics-as-table = En tableau
statistics-which = Quelles parties
statistics-all-sizes = Toutes les tables
statistics-of-players = { $count ->
        [one] { $count } joueur
       *[other] { $count } joueurs
    }
statistics-of-tournament = Seulement les parties du tournoi
statistics-all-tournaments = Toutes les parties de cette édition
statistics-with-simulated = Toutes les parties
statistics-without-simulated = Parties avec des personnes
statistics-turn-order = Ordre du tour
statistics-bots-order = Pour comparer : des robots de même force sur { $deals } donnes simulées
statistics-turn-order-how = Part des parties gagnées par le premier, le deuxième … à jouer, avec son intervalle à 95 %. Le trait pointillé est la part égale.
statistics-turn-order-point = Position { $n } : { $share } de victoires ({ $low } à { $high }), { $count } parties.
statistics-turn = Position { $n }
statistics-order = Position
statistics-games = Parties
statistics-won = Gagnées
statistics-interval = 95 %
statistics-coins = Pièces
statistics-varieties = Ce que rapporte chaque haricot
statistics-varieties-how = Pièces pour cent cartes vendues.
statistics-variety-point = { $bean } : { $rate } pièces pour cent cartes ({ $coins } pour { $sold }).
statistics-bean = Haricot
statistics-planted = Plantées
statistics-sold = Vendues
statistics-rate = Pièces / 100
statistics-length = Durée
statistics-length-how = { $count ->
        [one] Une partie de { $mean } tours.
       *[other] Tours d’une partie : { $mean } en moyenne ({ $low } à { $high }), { $count } parties.
    }
statistics-length-point = { $turns } tours : { $count } parties.
statistics-turns = Tours
statistics-pairs = Qui échange avec qui
statistics-pairs-how = Donné et reçu : ce que le premier des deux a donné et reçu, en pièces. Une carte compte au meilleur taux de son haricomètre.
statistics-pair = Joueurs
statistics-trades = Échanges
statistics-gifts = Dons
statistics-given = Donné
statistics-got = Reçu
statistics-ratings = Classement
statistics-ratings-how = Tout le monde commence à 25. Le trait est l’incertitude : un écart type de chaque côté.
statistics-rating-point = { $player } : { $rating } ± { $uncertainty }, { $count } parties.
statistics-player = Joueur
statistics-rating = Cote
statistics-provisional = provisoire
statistics-lead = { $count ->
        [one] { $edition } : { $count } partie a été comptée.
       *[other] { $edition } : { $count } parties ont été comptées.
    }
statistics-rules = Ses règles
statistics-none = Aucune partie n’a encore été comptée. Une partie compte quand elle a été jouée jusqu’à la fin selon les règles imprimées.
statistics-unknown-player = Ce joueur est inconnu, ou n’a aucune partie qui compte.
statistics-search-games = Chercher dans les parties
statistics-tournaments = Tournois
statistics-definitions = Définitions, version { $version }.
statistics-definitions-where = Ce qui est compté
statistics-adds-turn = { $coins } pièces, part de la victoire { $win }
statistics-adds-bean = { $planted } plantées, { $sold } vendues, { $coins } pièces
statistics-adds-length = { $count ->
        [one] { $count } tour
       *[other] { $count } tours
    }
statistics-which-games = Les parties derrière les chiffres
statistics-which-games-how = Les plus récentes d’abord, avec les joueurs dans l’ordre du tour et leurs scores.
statistics-nameless = un joueur sans nom
statistics-simulated = robots seulement
statistics-more = Plus de parties
statistics-form = Forme
statistics-form-how = La place dans les dernières parties, la plus récente d’abord.
statistics-form-game = Place { $place } sur { $count }, { $day }
statistics-game = Partie
statistics-opponent = Adversaire
statistics-expected = Attendu
statistics-result = Résultat
statistics-part = Part
statistics-rating-course = La cote au fil du temps
statistics-rating-course-how = La bande est l’incertitude. Choisissez une partie pour voir ce que chaque adversaire a apporté.
statistics-corrections = Cotes corrigées
statistics-correction = { $day } : { $before } → { $after }. { $why }
statistics-no-rating = aucune cote
statistics-why-voided = Une partie a été annulée.
statistics-why-ruled = Une décision a écarté le résultat d’une partie.
statistics-why-counted-again = Une partie compte de nouveau.
statistics-why-merged = Deux joueurs ont été réunis.
statistics-rating-step = { $day } : { $before } → { $after }.
statistics-favourites = Haricots préférés
statistics-favourites-how = Nombre de cartes plantées de chaque variété.
statistics-favourite-point = { $bean } : { $planted } plantées, { $coins } pièces.
statistics-partners = Partenaires
statistics-partners-how = Les joueurs aux mêmes tables : combien de fois devant, à égalité ou derrière, et ce qui a été échangé.
statistics-ahead = Devant, égal, derrière
statistics-compare = Comparer
statistics-last-games = Dernières parties
statistics-place = place { $place } sur { $count }
statistics-score = { $count ->
        [one] { $count } pièce
       *[other] { $count } pièces
    }
statistics-all-games = Toutes les parties
statistics-never-here = { $player } n’a aucune partie comptée dans { $edition }.
statistics-ahead-of = Devant l’autre
statistics-given-to = A donné à l’autre
statistics-comparison = Côte à côte
statistics-figure = Chiffre
statistics-met = { $count ->
        [one] { $count } partie ensemble
       *[other] { $count } parties ensemble
    }
statistics-never-met = Ils ne se sont jamais assis à la même table.
statistics-alone = { $player } en détail
statistics-is-bot = un robot
tournament-article = Entrée du recueil des remèdes
tournament-of-round = À la ronde
