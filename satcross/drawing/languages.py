"""What a page says besides its clues, in the language of the puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from satcross.errors import OptionError


class Texts(NamedTuple):
    """The texts of a language.

    Args:
        across, down: the headings of clues.
        solution, notes, words: other headings.
        task: what to do with a crossword.
        message: what a word search says of its message; {n} stands for the number of letters.
        found: what its solution says.
    """

    across: str
    down: str
    solution: str
    notes: str
    words: str
    task: str
    message: str
    found: str


LANGUAGES: Mapping[str, Texts] = MappingProxyType(
    {
        "en": Texts(
            "Across", "Down", "Solution", "Notes", "Words",
            "Write the answers to the clues into the squares.",
            "The {n} letters that belong to no word spell a message, row by row.",
            "The letters in red, read row by row, are the hidden message.",
        ),
        "ca": Texts(
            "Horitzontals", "Verticals", "Solució", "Notes", "Paraules",
            "Escriu les respostes a les caselles.",
            "Les {n} lletres que no pertanyen a cap paraula formen un missatge, fila per fila.",
            "Les lletres vermelles, llegides fila per fila, formen el missatge.",
        ),
        "da": Texts(
            "Vandret", "Lodret", "Løsning", "Noter", "Ord",
            "Skriv svarene i felterne.",
            "De {n} bogstaver, der ikke hører til noget ord, danner et budskab, række for række.",
            "De røde bogstaver danner budskabet, læst række for række.",
        ),
        "de": Texts(
            "Waagerecht", "Senkrecht", "Lösung", "Hinweise", "Wörter",
            "Trage die Antworten in die Kästchen ein.",
            "Die {n} Buchstaben, die zu keinem Wort gehören, ergeben zeilenweise gelesen eine"
            " Botschaft.",
            "Die roten Buchstaben ergeben zeilenweise gelesen die Botschaft.",
        ),
        "el": Texts(
            "Οριζόντια", "Κάθετα", "Λύση", "Σημειώσεις", "Λέξεις",
            "Γράψτε τις απαντήσεις στα τετράγωνα.",
            "Τα {n} γράμματα που δεν ανήκουν σε καμία λέξη σχηματίζουν ένα μήνυμα, σειρά προς"
            " σειρά.",
            "Τα κόκκινα γράμματα, σειρά προς σειρά, σχηματίζουν το μήνυμα.",
        ),
        "eo": Texts(
            "Horizontale", "Vertikale", "Solvo", "Notoj", "Vortoj",
            "Skribu la respondojn en la kvadratojn.",
            "La {n} literoj, kiuj apartenas al neniu vorto, formas mesaĝon, vico post vico.",
            "La ruĝaj literoj, legataj vico post vico, formas la mesaĝon.",
        ),
        "es": Texts(
            "Horizontales", "Verticales", "Solución", "Notas", "Palabras",
            "Escribe las respuestas en las casillas.",
            "Las {n} letras que no pertenecen a ninguna palabra forman un mensaje, fila por fila.",
            "Las letras rojas, leídas fila por fila, forman el mensaje.",
        ),
        "fi": Texts(
            "Vaakasuoraan", "Pystysuoraan", "Ratkaisu", "Huomautuksia", "Sanat",
            "Kirjoita vastaukset ruutuihin.",
            "Ne {n} kirjainta, jotka eivät kuulu mihinkään sanaan, muodostavat viestin riveittäin"
            " luettuna.",
            "Punaiset kirjaimet muodostavat viestin riveittäin luettuna.",
        ),
        "fr": Texts(
            "Horizontalement", "Verticalement", "Solution", "Notes", "Mots",
            "Écris les réponses dans les cases.",
            "Les {n} lettres qui n’appartiennent à aucun mot forment un message, ligne par ligne.",
            "Les lettres rouges, lues ligne par ligne, forment le message.",
        ),
        "it": Texts(
            "Orizzontali", "Verticali", "Soluzione", "Note", "Parole",
            "Scrivi le risposte nelle caselle.",
            "Le {n} lettere che non appartengono a nessuna parola formano un messaggio, riga per"
            " riga.",
            "Le lettere rosse, lette riga per riga, formano il messaggio.",
        ),
        "nl": Texts(
            "Horizontaal", "Verticaal", "Oplossing", "Opmerkingen", "Woorden",
            "Schrijf de antwoorden in de vakjes.",
            "De {n} letters die bij geen enkel woord horen, vormen regel voor regel een boodschap.",
            "De rode letters vormen, regel voor regel gelezen, de boodschap.",
        ),
        "no": Texts(
            "Vannrett", "Loddrett", "Løsning", "Merknader", "Ord",
            "Skriv svarene i rutene.",
            "De {n} bokstavene som ikke hører til noe ord, danner et budskap, rad for rad.",
            "De røde bokstavene danner budskapet, lest rad for rad.",
        ),
        "pl": Texts(
            "Poziomo", "Pionowo", "Rozwiązanie", "Uwagi", "Słowa",
            "Wpisz odpowiedzi w kratki.",
            "Litery, które nie należą do żadnego słowa ({n}), czytane wierszami tworzą wiadomość.",
            "Czerwone litery, czytane wierszami, tworzą wiadomość.",
        ),
        "pt": Texts(
            "Horizontais", "Verticais", "Solução", "Notas", "Palavras",
            "Escreva as respostas nos quadrados.",
            "As {n} letras que não pertencem a nenhuma palavra formam uma mensagem, linha por"
            " linha.",
            "As letras vermelhas, lidas linha por linha, formam a mensagem.",
        ),
        "ru": Texts(
            "По горизонтали", "По вертикали", "Решение", "Примечания", "Слова",
            "Впишите ответы в клетки.",
            "Буквы, не входящие ни в одно слово ({n}), образуют послание, если читать их по"
            " строкам.",
            "Красные буквы, прочитанные по строкам, образуют послание.",
        ),
        "sv": Texts(
            "Vågrätt", "Lodrätt", "Lösning", "Anmärkningar", "Ord",
            "Skriv svaren i rutorna.",
            "De {n} bokstäver som inte hör till något ord bildar ett budskap, rad för rad.",
            "De röda bokstäverna bildar budskapet, lästa rad för rad.",
        ),
    }
)  # fmt: skip
OF_ALPHABET: Mapping[str, str] = MappingProxyType(
    {
        "german": "de", "german-ae": "de", "spanish": "es", "catalan": "ca", "danish": "da",
        "norwegian": "no", "swedish": "sv", "finnish": "fi", "polish": "pl", "esperanto": "eo",
        "greek": "el", "russian": "ru", "spanish-traditional": "es", "dutch": "nl",
    }
)  # fmt: skip
"""The language of an alphabet that is named for one; other alphabets have English texts."""


def texts_of(language: str) -> Texts:
    """The texts of a language, by its two letters.

    Raises:
        OptionError: there are none.

    >>> texts_of("de").across
    'Waagerecht'
    """
    if language not in LANGUAGES:
        raise OptionError(
            f"there are no texts in {language[:20]!r}",
            hint=f"choose one of {', '.join(LANGUAGES)}",
            parameter="language",
        )
    return LANGUAGES[language]
