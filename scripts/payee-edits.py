"""Writes test/vectors/payee-edits.json: the Damerau-Levenshtein distance of pairs of words, as Debian's python3-jellyfish
measures it. Run it with /usr/bin/python3 after the words below have changed; the suite holds its answers to our own rule."""
import json, os, random
import jellyfish

WORDS = '''katherine katharine catherine michael micheal jonathan jonathon stephen stephan elizabeth elisabeth mohammed mohammad
christopher chirstopher philippe phillippe geoffrey goeffrey nicholas nickolas alexander alexandr schroeder schroder mueller
microsoft micorsoft telekom telecom carrefour carrefuor siemens siemenss holdings holdngs greenfield greenfields
anna ana hanna ann nana naan ab ba a b abc acb cab bca иванова иванов ивонова иавнова παπαδοπουλος παπαδοπουλου'''.split()


def edited(word, rng):
    """One to three random edits of a word."""
    letters = list(word)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters)) if letters else 0
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(at, rng.choice('abcdefgxyzäоя'))
        elif kind == 1 and letters:
            del letters[at]
        elif kind == 2 and letters:
            letters[at] = rng.choice('abcdefgxyzäоя')
        elif len(letters) > at + 1:
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return ''.join(letters)


rng = random.Random(1964)
pairs = {(a, b) for a in WORDS for b in WORDS if a < b and abs(len(a) - len(b)) < 2}
pairs |= {(word, edited(word, rng)) for word in WORDS for _ in range(12)}
rows = [[a, b, jellyfish.damerau_levenshtein_distance(a, b)] for a, b in sorted(pairs)]
target = os.path.join(os.path.dirname(__file__), '../test/vectors/payee-edits.json')
with open(target, 'w', encoding='utf-8') as file:
    file.write('[\n' + ',\n'.join('  ' + json.dumps(row, ensure_ascii=False) for row in rows) + '\n]\n')
print(len(rows), sum(1 for row in rows if row[2] == 1))
