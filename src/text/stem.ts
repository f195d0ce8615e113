/**
 * A light English stemmer for words that occur in code and in what is said about code. It only cuts endings,
 * so that the forms of one word meet ("parse", "parses", "parsed", "parsing", "parser" → "pars"); it does not
 * look words up, and a stem need not be a word. Steps, each at most once, in this order:
 *
 * 1. plural: -ies → -y; -sses, -shes, -ches, -xes, -zes lose -es; any other -s is lost, except in -ss, -us, -is
 * 2. form: -ing and -ed are lost, then a doubled final consonant is single again (running → run), except in
 *    -ll, -ss, -zz, -ff; failing those, -er and -or (reader → read) and -ion after s or t (connection → connect)
 * 3. ending: a final -e is lost (parse → pars), a final -y becomes -i (query, queries → queri)
 *
 * A cut is made only where at least three characters remain, with a vowel (y counts) among them in step 2.
 * Words under four characters and words with a character outside a–z stay as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !isPlain(word)) return word;
  return withoutEnding(withoutForm(withoutPlural(word)));
}

const SHORTEST = 3;

function isPlain(word: string): boolean {
  for (let k = 0; k < word.length; k++) {
    const c = word.charCodeAt(k);
    if (c < 97 || c > 122) return false;
  }
  return true;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('ies') && word.length > SHORTEST + 1) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return cut(word, 2);
  return /(?:ss|us|is)$/.test(word) ? word : cut(word, 1);
}

function withoutForm(word: string): string {
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending)) continue;
    const rest = cut(word, ending.length);
    if (rest === word || !hasVowel(rest)) return word;
    return undoubled(rest);
  }
  const ending = /(?:er|or|(?<=[st])ion)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const rest = cut(word, ending.length);
  return hasVowel(rest) ? undoubled(rest) : word;
}

function withoutEnding(word: string): string {
  if (word.endsWith('e')) return cut(word, 1);
  // A word of three letters is a whole word, or the plural of one: "key" and "keys" must meet.
  return word.endsWith('y') && word.length > SHORTEST ? `${word.slice(0, -1)}i` : word;
}

function cut(word: string, count: number): string {
  return word.length - count >= SHORTEST ? word.slice(0, -count) : word;
}

function hasVowel(word: string): boolean {
  return /[aeiouy]/.test(word);
}

function undoubled(word: string): string {
  return word.length > SHORTEST && /([bcdgkmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
