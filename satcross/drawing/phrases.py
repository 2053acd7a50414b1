"""What a page to solve says beside its clues, in each language: buttons, messages and labels.

The English phrase is the key of the others, also in the scripts (`satcross/web/page/texts.js`).
Forms of a phrase for different numbers are separated by `|`, in the order of the language's plural
categories; a language needs them only where the number agrees with a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_ENGLISH = """\
Crossword
Word search
edited by {name}
Check
Reveal
Letter
Word
Grid
Rebus
Several letters in one cell
Keys on the screen
Keys
This sheet
Previous entry
Next entry
Undo
Redo
More
Print
Light or dark
Start again
Start again?
Everything that you have done is cleared, and the timer is set to zero.
Keep it
Clear it
Close
What you do is kept in this browser.
This page needs JavaScript. A PDF needs none.
Paused
Continue
Pause the timer, {time}
Continue the timer, {time}
Pause or continue the timer
Turn to that direction, then move
Turn: across or down
First cell of the entry
Last cell of the entry
Clear, and step back
Clear
Leave the grid: to the next part of the page
{title}: {rows} rows and {cols} columns
row {row}, column {col}
{entry}, letter {n} of {size}
empty
block
void
wrong
right
revealed
given
circled
shaded
{n} cell|{n} cells
Nothing is written there yet.
{n} letter of {size} is wrong.|{n} letters of {size} are wrong.
{n} letter, all right.|{n} letters, all right.
{n} letter revealed.|{n} letters revealed.
Every cell is full, but something is wrong.
Solved in {time}.
Solved in {time}, with {n} letter revealed.|Solved in {time}, with {n} letters revealed.
Show
One word
All words
Move
First letter of a word; then its last letter
Begin again with another letter
first letter
marked
{word} found.
{word} shown.
{word} is not a word of the list.
All found
{n} word left|{n} words left
Solved in {time}, with {n} word shown.|Solved in {time}, with {n} words shown.
The other letters say: {letters}."""

_OTHERS = {
    "ca": """\
Mots encreuats
Sopa de lletres
editat per {name}
Comprova
Revela
Lletra
Paraula
Graella
Rebus
Diverses lletres en una casella
Tecles a la pantalla
Tecles
Aquest full
Paraula anterior
Paraula següent
Desfés
Refés
Més
Imprimeix
Clar o fosc
Torna a començar
Vols tornar a començar?
S’esborra tot el que has fet i el cronòmetre torna a zero.
Conserva-ho
Esborra-ho
Tanca
El que fas es desa en aquest navegador.
Aquesta pàgina necessita JavaScript. Un PDF no el necessita.
En pausa
Continua
Atura el cronòmetre, {time}
Engega el cronòmetre, {time}
Atura o engega el cronòmetre
Gira cap a aquella direcció i després mou-te
Gira: horitzontal o vertical
Primera casella de la paraula
Última casella de la paraula
Esborra i recula
Esborra
Surt de la graella: a la part següent de la pàgina
{title}: {rows} files i {cols} columnes
fila {row}, columna {col}
{entry}, lletra {n} de {size}
buida
casella negra
fora de la graella
incorrecta
correcta
revelada
donada
encerclada
ombrejada
{n} casella|{n} caselles
Encara no hi ha res escrit.
Lletres incorrectes: {n} de {size}.
Lletres comprovades: {n}, totes correctes.
Lletres revelades: {n}.
Totes les caselles són plenes, però hi ha algun error.
Resolt en {time}.
Resolt en {time}; lletres revelades: {n}.
Mostra
Una paraula
Totes les paraules
Mou-te
Primera lletra d’una paraula; després l’última
Torna a començar amb una altra lletra
primera lletra
marcada
Has trobat {word}.
Es mostra {word}.
{word} no és a la llista de paraules.
Totes trobades
en queden {n}
Resolt en {time}; paraules mostrades: {n}.
Les altres lletres diuen: {letters}.""",
    "da": """\
Krydsord
Ordsøgning
redigeret af {name}
Tjek
Afslør
Bogstav
Ord
Gitter
Rebus
Flere bogstaver i ét felt
Taster på skærmen
Taster
Dette ark
Forrige ord
Næste ord
Fortryd
Gentag
Mere
Udskriv
Lys eller mørk
Begynd forfra
Vil du begynde forfra?
Alt, hvad du har gjort, slettes, og uret stilles på nul.
Behold det
Slet det
Luk
Det, du gør, gemmes i denne browser.
Denne side kræver JavaScript. En PDF kræver det ikke.
Pause
Fortsæt
Stop uret, {time}
Start uret, {time}
Stop eller start uret
Vend i den retning, flyt derefter
Vend: vandret eller lodret
Ordets første felt
Ordets sidste felt
Slet, og gå et felt tilbage
Slet
Forlad gitteret: til sidens næste del
{title}: {rows} rækker og {cols} kolonner
række {row}, kolonne {col}
{entry}, bogstav {n} af {size}
tomt
sort felt
uden for gitteret
forkert
rigtigt
afsløret
givet
med cirkel
skraveret
{n} felt|{n} felter
Der står ikke noget endnu.
Forkerte bogstaver: {n} af {size}.
Bogstaver: {n}, alle rigtige.
Afslørede bogstaver: {n}.
Alle felter er udfyldt, men noget er forkert.
Løst på {time}.
Løst på {time}; afslørede bogstaver: {n}.
Vis
Ét ord
Alle ord
Flyt
Et ords første bogstav; derefter det sidste
Begynd igen med et andet bogstav
første bogstav
markeret
{word} fundet.
{word} vist.
{word} er ikke på listen.
Alle fundet
{n} tilbage
Løst på {time}; viste ord: {n}.
De øvrige bogstaver siger: {letters}.""",
    "de": """\
Kreuzworträtsel
Wortsuche
redigiert von {name}
Prüfen
Aufdecken
Buchstabe
Wort
Gitter
Rebus
Mehrere Buchstaben in einem Feld
Tasten auf dem Bildschirm
Tasten
Diese Übersicht
Voriges Wort
Nächstes Wort
Rückgängig
Wiederholen
Mehr
Drucken
Hell oder dunkel
Neu beginnen
Neu beginnen?
Alles, was du eingetragen hast, wird gelöscht, und die Uhr beginnt bei null.
Behalten
Löschen
Schließen
Was du einträgst, bleibt in diesem Browser gespeichert.
Diese Seite braucht JavaScript. Ein PDF braucht keines.
Pause
Weiter
Uhr anhalten, {time}
Uhr weiterlaufen lassen, {time}
Uhr anhalten oder weiterlaufen lassen
In diese Richtung drehen, dann gehen
Drehen: waagerecht oder senkrecht
Erstes Feld des Wortes
Letztes Feld des Wortes
Löschen und ein Feld zurück
Löschen
Gitter verlassen: zum nächsten Teil der Seite
{title}: {rows} Zeilen und {cols} Spalten
Zeile {row}, Spalte {col}
{entry}, Buchstabe {n} von {size}
leer
schwarzes Feld
außerhalb des Gitters
falsch
richtig
aufgedeckt
vorgegeben
mit Kreis
schattiert
{n} Feld|{n} Felder
Dort steht noch nichts.
Falsche Buchstaben: {n} von {size}.
Buchstaben: {n}, alle richtig.
Aufgedeckte Buchstaben: {n}.
Alle Felder sind gefüllt, aber etwas ist falsch.
Gelöst in {time}.
Gelöst in {time}, aufgedeckte Buchstaben: {n}.
Zeigen
Ein Wort
Alle Wörter
Gehen
Erster Buchstabe eines Wortes, danach sein letzter
Neu mit einem anderen Buchstaben beginnen
erster Buchstabe
markiert
{word} gefunden.
{word} gezeigt.
{word} steht nicht in der Liste.
Alle gefunden
noch {n}
Gelöst in {time}, gezeigte Wörter: {n}.
Die übrigen Buchstaben ergeben: {letters}.""",
    "el": """\
Σταυρόλεξο
Κρυπτόλεξο
επιμέλεια: {name}
Έλεγχος
Αποκάλυψη
Γράμμα
Λέξη
Πλέγμα
Ρέμπους
Πολλά γράμματα σε ένα τετράγωνο
Πλήκτρα στην οθόνη
Πλήκτρα
Αυτός ο πίνακας
Προηγούμενη λέξη
Επόμενη λέξη
Αναίρεση
Επανάληψη
Περισσότερα
Εκτύπωση
Φωτεινό ή σκούρο
Από την αρχή
Να αρχίσει από την αρχή;
Ό,τι έχετε γράψει σβήνεται και το χρονόμετρο μηδενίζεται.
Διατήρηση
Διαγραφή
Κλείσιμο
Ό,τι κάνετε φυλάσσεται σε αυτόν τον περιηγητή.
Αυτή η σελίδα χρειάζεται JavaScript. Ένα PDF δεν τη χρειάζεται.
Παύση
Συνέχεια
Παύση του χρονομέτρου, {time}
Συνέχεια του χρονομέτρου, {time}
Παύση ή συνέχεια του χρονομέτρου
Στροφή προς αυτή την κατεύθυνση και μετά κίνηση
Στροφή: οριζόντια ή κάθετα
Πρώτο τετράγωνο της λέξης
Τελευταίο τετράγωνο της λέξης
Σβήσιμο και ένα βήμα πίσω
Σβήσιμο
Έξοδος από το πλέγμα: στο επόμενο μέρος της σελίδας
{title}: {rows} σειρές και {cols} στήλες
σειρά {row}, στήλη {col}
{entry}, γράμμα {n} από {size}
κενό
μαύρο τετράγωνο
εκτός πλέγματος
λάθος
σωστό
αποκαλυμμένο
δοσμένο
σε κύκλο
σκιασμένο
{n} τετράγωνο|{n} τετράγωνα
Δεν έχει γραφτεί ακόμη τίποτα εκεί.
Λάθος γράμματα: {n} από {size}.
Γράμματα: {n}, όλα σωστά.
Γράμματα που αποκαλύφθηκαν: {n}.
Όλα τα τετράγωνα είναι γεμάτα, αλλά κάτι είναι λάθος.
Λύθηκε σε {time}.
Λύθηκε σε {time}, γράμματα που αποκαλύφθηκαν: {n}.
Εμφάνιση
Μία λέξη
Όλες οι λέξεις
Κίνηση
Πρώτο γράμμα μιας λέξης, μετά το τελευταίο
Ξανά με άλλο γράμμα
πρώτο γράμμα
σημειωμένο
Βρέθηκε: {word}.
Εμφανίστηκε: {word}.
Δεν υπάρχει στον κατάλογο: {word}.
Βρέθηκαν όλες
απομένουν {n}
Λύθηκε σε {time}, λέξεις που εμφανίστηκαν: {n}.
Τα υπόλοιπα γράμματα λένε: {letters}.""",
    "eo": """\
Krucvortenigmo
Vortserĉado
redaktis {name}
Kontroli
Malkaŝi
Litero
Vorto
Krado
Rebuso
Pluraj literoj en unu kvadrato
Klavoj sur la ekrano
Klavoj
Ĉi tiu listo
Antaŭa vorto
Sekva vorto
Malfari
Refari
Pli
Presi
Hela aŭ malhela
Rekomenci
Ĉu rekomenci?
Ĉio, kion vi faris, estas forviŝita, kaj la horloĝo rekomencas de nulo.
Konservi
Forviŝi
Fermi
Kion vi faras, tio restas en ĉi tiu retumilo.
Ĉi tiu paĝo bezonas Ĝavoskripton (JavaScript). PDF ne bezonas ĝin.
Paŭzo
Daŭrigi
Haltigi la horloĝon, {time}
Daŭrigi la horloĝon, {time}
Haltigi aŭ daŭrigi la horloĝon
Turni tien, poste moviĝi
Turni: horizontale aŭ vertikale
Unua kvadrato de la vorto
Lasta kvadrato de la vorto
Forviŝi kaj reiri
Forviŝi
Forlasi la kradon: al la sekva parto de la paĝo
{title}: {rows} vicoj kaj {cols} kolumnoj
vico {row}, kolumno {col}
{entry}, litero {n} el {size}
malplena
nigra kvadrato
ekster la krado
malĝusta
ĝusta
malkaŝita
donita
kun cirklo
ombrita
{n} kvadrato|{n} kvadratoj
Tie ankoraŭ nenio estas skribita.
Malĝustaj literoj: {n} el {size}.
Literoj: {n}, ĉiuj ĝustaj.
Malkaŝitaj literoj: {n}.
Ĉiuj kvadratoj estas plenaj, sed io estas malĝusta.
Solvita en {time}.
Solvita en {time}; malkaŝitaj literoj: {n}.
Montri
Unu vorto
Ĉiuj vortoj
Moviĝi
Unua litero de vorto; poste ĝia lasta litero
Rekomenci per alia litero
unua litero
markita
{word} trovita.
{word} montrita.
{word} ne estas en la listo.
Ĉiuj trovitaj
restas {n}
Solvita en {time}; montritaj vortoj: {n}.
La ceteraj literoj diras: {letters}.""",
    "es": """\
Crucigrama
Sopa de letras
edición de {name}
Comprobar
Revelar
Letra
Palabra
Cuadrícula
Jeroglífico
Varias letras en una casilla
Teclas en la pantalla
Teclas
Esta hoja
Palabra anterior
Palabra siguiente
Deshacer
Rehacer
Más
Imprimir
Claro u oscuro
Empezar de nuevo
¿Empezar de nuevo?
Se borra todo lo que has hecho y el cronómetro vuelve a cero.
Conservarlo
Borrarlo
Cerrar
Lo que haces se guarda en este navegador.
Esta página necesita JavaScript. Un PDF no lo necesita.
En pausa
Continuar
Parar el cronómetro, {time}
Continuar el cronómetro, {time}
Parar o continuar el cronómetro
Girar en esa dirección y luego moverse
Girar: horizontal o vertical
Primera casilla de la palabra
Última casilla de la palabra
Borrar y retroceder
Borrar
Salir de la cuadrícula: a la parte siguiente de la página
{title}: {rows} filas y {cols} columnas
fila {row}, columna {col}
{entry}, letra {n} de {size}
vacía
casilla negra
fuera de la cuadrícula
incorrecta
correcta
revelada
dada
con círculo
sombreada
{n} casilla|{n} casillas
Ahí todavía no hay nada escrito.
Letras incorrectas: {n} de {size}.
Letras comprobadas: {n}, todas correctas.
Letras reveladas: {n}.
Todas las casillas están llenas, pero hay algún error.
Resuelto en {time}.
Resuelto en {time}; letras reveladas: {n}.
Mostrar
Una palabra
Todas las palabras
Moverse
Primera letra de una palabra; luego la última
Empezar de nuevo con otra letra
primera letra
marcada
Has encontrado {word}.
Se muestra {word}.
{word} no está en la lista.
Todas encontradas
quedan {n}
Resuelto en {time}; palabras mostradas: {n}.
Las demás letras dicen: {letters}.""",
    "fi": """\
Ristikko
Sananetsintä
toimittanut {name}
Tarkista
Paljasta
Kirjain
Sana
Ruudukko
Rebus
Useita kirjaimia yhdessä ruudussa
Näppäimet näytöllä
Näppäimet
Tämä luettelo
Edellinen sana
Seuraava sana
Kumoa
Tee uudelleen
Lisää
Tulosta
Vaalea tai tumma
Aloita alusta
Aloitetaanko alusta?
Kaikki tekemäsi poistetaan, ja kello nollataan.
Säilytä
Poista
Sulje
Se, mitä teet, säilyy tässä selaimessa.
Tämä sivu tarvitsee JavaScriptin. PDF ei tarvitse sitä.
Tauko
Jatka
Pysäytä kello, {time}
Jatka ajanottoa, {time}
Pysäytä kello tai jatka
Käänny siihen suuntaan, sitten siirry
Käänny: vaakasuoraan tai pystysuoraan
Sanan ensimmäinen ruutu
Sanan viimeinen ruutu
Tyhjennä ja siirry taaksepäin
Tyhjennä
Poistu ruudukosta: sivun seuraavaan osaan
{title}: {rows} riviä ja {cols} saraketta
rivi {row}, sarake {col}
{entry}, kirjain {n}/{size}
tyhjä
musta ruutu
ruudukon ulkopuolella
väärin
oikein
paljastettu
annettu
ympyröity
varjostettu
{n} ruutu|{n} ruutua
Siinä ei ole vielä mitään.
Vääriä kirjaimia: {n}/{size}.
Kirjaimia: {n}, kaikki oikein.
Paljastettuja kirjaimia: {n}.
Kaikki ruudut on täytetty, mutta jokin on väärin.
Ratkaistu ajassa {time}.
Ratkaistu ajassa {time}, paljastettuja kirjaimia: {n}.
Näytä
Yksi sana
Kaikki sanat
Siirry
Sanan ensimmäinen kirjain, sitten viimeinen
Aloita uudelleen toisesta kirjaimesta
ensimmäinen kirjain
merkitty
{word} löytyi.
{word} näytetty.
{word} ei ole luettelossa.
Kaikki löytyivät
jäljellä {n}
Ratkaistu ajassa {time}, näytettyjä sanoja: {n}.
Muista kirjaimista muodostuu: {letters}.""",
    "fr": """\
Mots croisés
Mots mêlés
sous la direction de {name}
Vérifier
Révéler
Lettre
Mot
Grille
Rébus
Plusieurs lettres dans une case
Touches à l’écran
Touches
Cette liste
Mot précédent
Mot suivant
Annuler
Rétablir
Plus
Imprimer
Clair ou sombre
Recommencer
Recommencer ?
Tout ce que tu as fait est effacé, et le chronomètre est remis à zéro.
Garder
Effacer
Fermer
Ce que tu fais est conservé dans ce navigateur.
Cette page a besoin de JavaScript. Un PDF n’en a pas besoin.
En pause
Reprendre
Arrêter le chronomètre, {time}
Reprendre le chronomètre, {time}
Arrêter ou reprendre le chronomètre
Tourner dans cette direction, puis avancer
Tourner : horizontalement ou verticalement
Première case du mot
Dernière case du mot
Effacer et reculer
Effacer
Quitter la grille : vers la partie suivante de la page
{title} : {rows} lignes et {cols} colonnes
ligne {row}, colonne {col}
{entry}, lettre {n} sur {size}
vide
case noire
hors de la grille
fausse
juste
révélée
donnée
entourée
ombrée
{n} case|{n} cases
Rien n’y est encore écrit.
Lettres fausses : {n} sur {size}.
Lettres vérifiées : {n}, toutes justes.
Lettres révélées : {n}.
Toutes les cases sont remplies, mais il y a une erreur.
Résolu en {time}.
Résolu en {time} ; lettres révélées : {n}.
Montrer
Un mot
Tous les mots
Se déplacer
Première lettre d’un mot, puis sa dernière
Recommencer avec une autre lettre
première lettre
marquée
{word} : trouvé.
{word} : montré.
{word} n’est pas dans la liste.
Tous trouvés
reste {n}
Résolu en {time} ; mots montrés : {n}.
Les autres lettres disent : {letters}.""",
    "it": """\
Cruciverba
Cerca le parole
a cura di {name}
Controlla
Rivela
Lettera
Parola
Griglia
Rebus
Più lettere in una casella
Tasti sullo schermo
Tasti
Questo foglio
Parola precedente
Parola successiva
Annulla
Ripeti
Altro
Stampa
Chiaro o scuro
Ricomincia
Ricominciare?
Tutto quello che hai fatto viene cancellato e il cronometro torna a zero.
Conserva
Cancella tutto
Chiudi
Quello che fai resta in questo browser.
Questa pagina ha bisogno di JavaScript. Un PDF non ne ha bisogno.
In pausa
Continua
Ferma il cronometro, {time}
Riavvia il cronometro, {time}
Ferma o riavvia il cronometro
Gira in quella direzione, poi spostati
Gira: orizzontale o verticale
Prima casella della parola
Ultima casella della parola
Cancella e torna indietro
Cancella
Lascia la griglia: alla parte successiva della pagina
{title}: {rows} righe e {cols} colonne
riga {row}, colonna {col}
{entry}, lettera {n} di {size}
vuota
casella nera
fuori dalla griglia
sbagliata
giusta
rivelata
data
cerchiata
ombreggiata
{n} casella|{n} caselle
Lì non c’è ancora scritto niente.
Lettere sbagliate: {n} di {size}.
Lettere controllate: {n}, tutte giuste.
Lettere rivelate: {n}.
Tutte le caselle sono piene, ma qualcosa è sbagliato.
Risolto in {time}.
Risolto in {time}; lettere rivelate: {n}.
Mostra
Una parola
Tutte le parole
Spostati
Prima lettera di una parola; poi l’ultima
Ricomincia con un’altra lettera
prima lettera
segnata
Hai trovato {word}.
Parola mostrata: {word}.
{word} non è nell’elenco.
Tutte trovate
ne mancano {n}
Risolto in {time}; parole mostrate: {n}.
Le altre lettere dicono: {letters}.""",
    "nl": """\
Kruiswoordpuzzel
Woordzoeker
redactie: {name}
Controleren
Onthullen
Letter
Woord
Rooster
Rebus
Meer letters in één vakje
Toetsen op het scherm
Toetsen
Dit overzicht
Vorig woord
Volgend woord
Ongedaan maken
Opnieuw uitvoeren
Meer
Afdrukken
Licht of donker
Opnieuw beginnen
Opnieuw beginnen?
Alles wat je hebt gedaan wordt gewist, en de klok begint bij nul.
Bewaren
Alles wissen
Sluiten
Wat je doet wordt in deze browser bewaard.
Deze pagina heeft JavaScript nodig. Een PDF niet.
Gepauzeerd
Doorgaan
De klok stilzetten, {time}
De klok laten doorlopen, {time}
De klok stilzetten of laten doorlopen
Naar die richting draaien, daarna gaan
Draaien: horizontaal of verticaal
Eerste vakje van het woord
Laatste vakje van het woord
Wissen en een vakje terug
Wissen
Het rooster verlaten: naar het volgende deel van de pagina
{title}: {rows} rijen en {cols} kolommen
rij {row}, kolom {col}
{entry}, letter {n} van {size}
leeg
zwart vakje
buiten het rooster
fout
goed
onthuld
gegeven
omcirkeld
gearceerd
{n} vakje|{n} vakjes
Daar staat nog niets.
Foute letters: {n} van {size}.
Letters: {n}, allemaal goed.
Onthulde letters: {n}.
Alle vakjes zijn vol, maar er klopt iets niet.
Opgelost in {time}.
Opgelost in {time}; onthulde letters: {n}.
Tonen
Eén woord
Alle woorden
Gaan
Eerste letter van een woord, daarna de laatste
Opnieuw beginnen met een andere letter
eerste letter
gemarkeerd
{word} gevonden.
{word} getoond.
{word} staat niet in de lijst.
Alles gevonden
nog {n}
Opgelost in {time}; getoonde woorden: {n}.
De overige letters vormen: {letters}.""",
    "no": """\
Kryssord
Ordleting
redigert av {name}
Sjekk
Avslør
Bokstav
Ord
Rutenett
Rebus
Flere bokstaver i én rute
Taster på skjermen
Taster
Denne oversikten
Forrige ord
Neste ord
Angre
Gjenta
Mer
Skriv ut
Lys eller mørk
Begynn på nytt
Vil du begynne på nytt?
Alt du har gjort, slettes, og klokken stilles til null.
Behold det
Slett det
Lukk
Det du gjør, lagres i denne nettleseren.
Denne siden trenger JavaScript. En PDF trenger det ikke.
Pause
Fortsett
Stopp klokken, {time}
Start klokken, {time}
Stopp eller start klokken
Snu i den retningen, flytt deretter
Snu: vannrett eller loddrett
Første rute i ordet
Siste rute i ordet
Slett, og gå en rute tilbake
Slett
Forlat rutenettet: til neste del av siden
{title}: {rows} rader og {cols} kolonner
rad {row}, kolonne {col}
{entry}, bokstav {n} av {size}
tom
svart rute
utenfor rutenettet
feil
riktig
avslørt
gitt
med sirkel
skravert
{n} rute|{n} ruter
Der står det ikke noe ennå.
Gale bokstaver: {n} av {size}.
Bokstaver: {n}, alle riktige.
Avslørte bokstaver: {n}.
Alle rutene er fylt ut, men noe er galt.
Løst på {time}.
Løst på {time}; avslørte bokstaver: {n}.
Vis
Ett ord
Alle ord
Flytt
Første bokstav i et ord; deretter den siste
Begynn igjen med en annen bokstav
første bokstav
markert
{word} funnet.
{word} vist.
{word} står ikke på listen.
Alle funnet
{n} igjen
Løst på {time}; viste ord: {n}.
De andre bokstavene sier: {letters}.""",
    "pl": """\
Krzyżówka
Wykreślanka
redakcja: {name}
Sprawdź
Odkryj
Litera
Słowo
Diagram
Rebus
Kilka liter w jednej kratce
Klawisze na ekranie
Klawisze
Ten wykaz
Poprzednie słowo
Następne słowo
Cofnij
Ponów
Więcej
Drukuj
Jasny lub ciemny
Zacznij od nowa
Zacząć od nowa?
Wszystko, co zrobiono, zostanie usunięte, a zegar wyzerowany.
Zachowaj
Usuń
Zamknij
To, co robisz, pozostaje w tej przeglądarce.
Ta strona wymaga języka JavaScript. Plik PDF go nie wymaga.
Przerwa
Dalej
Zatrzymaj zegar, {time}
Włącz zegar, {time}
Zatrzymaj lub włącz zegar
Obróć w tym kierunku, potem idź
Obróć: poziomo lub pionowo
Pierwsza kratka słowa
Ostatnia kratka słowa
Usuń i cofnij się
Wyczyść
Opuść diagram: do następnej części strony
{title}: wiersze: {rows}, kolumny: {cols}
wiersz {row}, kolumna {col}
{entry}, litera {n} z {size}
puste
czarna kratka
poza diagramem
źle
dobrze
odkryte
podane
w kółku
cieniowane
{n} kratka|{n} kratki|{n} kratek
Nic tam jeszcze nie wpisano.
Błędne litery: {n} z {size}.
Litery: {n}, wszystkie dobre.
Odkryte litery: {n}.
Wszystkie kratki są wypełnione, ale coś się nie zgadza.
Rozwiązano w {time}.
Rozwiązano w {time}; odkryte litery: {n}.
Pokaż
Jedno słowo
Wszystkie słowa
Idź
Pierwsza litera słowa, potem ostatnia
Zacznij od innej litery
pierwsza litera
zaznaczone
Znaleziono: {word}.
Pokazano: {word}.
{word}: nie ma na liście.
Znaleziono wszystkie
zostało {n}
Rozwiązano w {time}; pokazane słowa: {n}.
Pozostałe litery mówią: {letters}.""",
    "pt": """\
Palavras cruzadas
Caça-palavras
edição de {name}
Verificar
Revelar
Letra
Palavra
Grelha
Rébus
Várias letras num quadrado
Teclas no ecrã
Teclas
Esta folha
Palavra anterior
Palavra seguinte
Desfazer
Refazer
Mais
Imprimir
Claro ou escuro
Recomeçar
Queres recomeçar?
Tudo o que fizeste é apagado, e o cronómetro volta a zero.
Manter
Apagar tudo
Fechar
O que fazes fica guardado neste navegador.
Esta página precisa de JavaScript. Um PDF não precisa.
Em pausa
Continuar
Parar o cronómetro, {time}
Continuar o cronómetro, {time}
Parar ou continuar o cronómetro
Virar para essa direção e depois avançar
Virar: horizontal ou vertical
Primeiro quadrado da palavra
Último quadrado da palavra
Apagar e recuar
Apagar
Sair da grelha: para a parte seguinte da página
{title}: {rows} linhas e {cols} colunas
linha {row}, coluna {col}
{entry}, letra {n} de {size}
vazio
quadrado preto
fora da grelha
errada
certa
revelada
dada
com círculo
sombreada
{n} quadrado|{n} quadrados
Ainda não há nada escrito aí.
Letras erradas: {n} de {size}.
Letras verificadas: {n}, todas certas.
Letras reveladas: {n}.
Todos os quadrados estão cheios, mas algo está errado.
Resolvido em {time}.
Resolvido em {time}; letras reveladas: {n}.
Mostrar
Uma palavra
Todas as palavras
Avançar
Primeira letra de uma palavra; depois a última
Recomeçar com outra letra
primeira letra
marcada
Encontraste {word}.
Palavra mostrada: {word}.
{word} não está na lista.
Todas encontradas
faltam {n}
Resolvido em {time}; palavras mostradas: {n}.
As outras letras dizem: {letters}.""",
    "ru": """\
Кроссворд
Поиск слов
редактор: {name}
Проверить
Открыть
Букву
Слово
Сетку
Ребус
Несколько букв в одной клетке
Клавиши на экране
Клавиши
Этот список
Предыдущее слово
Следующее слово
Отменить
Повторить
Ещё
Напечатать
Светлая или тёмная тема
Начать заново
Начать заново?
Всё, что сделано, будет стёрто, а часы пойдут с нуля.
Оставить
Стереть всё
Закрыть
То, что вы делаете, хранится в этом браузере.
Этой странице нужен JavaScript. Файлу PDF он не нужен.
Пауза
Продолжить
Остановить часы, {time}
Пустить часы, {time}
Остановить или пустить часы
Повернуть в эту сторону, затем идти
Повернуть: по горизонтали или по вертикали
Первая клетка слова
Последняя клетка слова
Стереть и шагнуть назад
Стереть
Выйти из сетки: к следующей части страницы
{title}: строк: {rows}, столбцов: {cols}
строка {row}, столбец {col}
{entry}, буква {n} из {size}
пусто
чёрная клетка
вне сетки
неверно
верно
открыто
дано
в кружке
закрашено
{n} клетка|{n} клетки|{n} клеток
Там ещё ничего не написано.
Неверных букв: {n} из {size}.
Букв: {n}, все верны.
Открыто букв: {n}.
Все клетки заполнены, но где-то есть ошибка.
Решено за {time}.
Решено за {time}; открыто букв: {n}.
Показать
Одно слово
Все слова
Идти
Первая буква слова, затем последняя
Начать с другой буквы
первая буква
отмечено
Найдено: {word}.
Показано: {word}.
{word}: нет в списке.
Всё найдено
осталось {n}
Решено за {time}; показано слов: {n}.
Остальные буквы гласят: {letters}.""",
    "sv": """\
Korsord
Ordsökning
redigerat av {name}
Kontrollera
Avslöja
Bokstav
Ord
Rutnät
Rebus
Flera bokstäver i en ruta
Tangenter på skärmen
Tangenter
Den här listan
Föregående ord
Nästa ord
Ångra
Gör om
Mer
Skriv ut
Ljust eller mörkt
Börja om
Vill du börja om?
Allt du har gjort raderas, och klockan ställs på noll.
Behåll
Radera allt
Stäng
Det du gör sparas i den här webbläsaren.
Den här sidan behöver JavaScript. En PDF behöver det inte.
Paus
Fortsätt
Stoppa klockan, {time}
Starta klockan, {time}
Stoppa eller starta klockan
Vänd åt det hållet, flytta sedan
Vänd: vågrätt eller lodrätt
Ordets första ruta
Ordets sista ruta
Radera och gå ett steg tillbaka
Radera
Lämna rutnätet: till sidans nästa del
{title}: {rows} rader och {cols} kolumner
rad {row}, kolumn {col}
{entry}, bokstav {n} av {size}
tom
svart ruta
utanför rutnätet
fel
rätt
avslöjad
given
inringad
skuggad
{n} ruta|{n} rutor
Där står inget än.
Felaktiga bokstäver: {n} av {size}.
Bokstäver: {n}, alla rätt.
Avslöjade bokstäver: {n}.
Alla rutor är fyllda, men något är fel.
Löst på {time}.
Löst på {time}; avslöjade bokstäver: {n}.
Visa
Ett ord
Alla ord
Flytta
Ett ords första bokstav; sedan dess sista
Börja om med en annan bokstav
första bokstaven
markerad
{word} hittat.
{word} visat.
{word} finns inte i listan.
Alla hittade
{n} kvar
Löst på {time}; visade ord: {n}.
De övriga bokstäverna säger: {letters}.""",
}


@cache
def phrases_of(language: str) -> Mapping[str, str]:
    """The phrases of a language, by the English ones.

    Args: language: one of `satcross.drawing.languages.LANGUAGES`.

    >>> phrases_of("de")["Check"]
    'Prüfen'
    """
    keys = _ENGLISH.split("\n")
    own = keys if language == "en" else _OTHERS[language].split("\n")
    return MappingProxyType(dict(zip(keys, own, strict=True)))
