import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/**
 * Writes the n-grams that languages and character encodings are told by into the sources:
 * `node test/support/analysis/write-ngrams.ts MODELS CHARACTERS`, where MODELS is the folder `language-models` of the
 * Python package lingua-language-detector 1.3 (Apache-2.0) and CHARACTERS the file `STCharacters.txt` of OpenCC (Apache-2.0).
 */
const [models = '', characters = ''] = process.argv.slice(2);

/** How many trigrams and short words of each language that shares its script. */
const most = 512;
/** Of a language that its script tells, by which only encodings are told. */
const mostAlone = 256;
/** Of languages that are written in characters, single ones. */
const mostCharacters = 512;

const shared =
  'en de fr es pt it nl sv da nb fi pl cs sk hu ro hr sl tr et lv lt ca eu sq id vi is af cy ru uk be bg sr mk ar fa ur hi mr'.split(
    ' ',
  );
const alone = ['el', 'he', 'th'];
const written = ['zh', 'ja', 'ko'];

function grams(language: string, size: 'uni' | 'bi' | 'tri'): Map<string, number> {
  const packed = readFileSync(`${models}/${language}/${size}grams.json.br`);
  const text = brotliDecompressSync(packed).toString();
  const { ngrams } = JSON.parse(language === 'hu' ? hungarian(text) : text) as {
    ngrams: Record<string, string>;
  };
  const found = new Map<string, number>();
  for (const [fraction, list] of Object.entries(ngrams)) {
    const [above = 0, below = 1] = fraction.split('/').map(Number);
    for (const gram of list.split(' ')) found.set(gram, Math.max(found.get(gram) ?? 0, above / below));
  }
  return found;
}

/** Part of the Hungarian texts behind the models was decoded as windows-1252. */
function hungarian(text: string): string {
  return text.replaceAll('õ', 'ő').replaceAll('û', 'ű');
}

/** The models have the chance of the last letter after the others; here it is that of all together. */
function ranked(language: string): string[] {
  const single = grams(language, 'uni');
  const pairs = new Map(
    [...grams(language, 'bi')].map(([gram, chance]) => [gram, chance * (single.get(gram.charAt(0)) ?? 0)]),
  );
  const triples = [...grams(language, 'tri')].map(
    ([gram, chance]) => [gram, chance * (pairs.get(gram.slice(0, 2)) ?? 0)] as const,
  );
  // An eighth of the pairs are words of their own, by a guess: the models know no ends of words.
  const short = [...pairs].map(([gram, chance]) => [`${gram}_`, chance / 8] as const);
  return ordered([...triples, ...short]);
}

function ordered(list: readonly (readonly [string, number])[]): string[] {
  return [...list].sort(([, a], [, b]) => b - a).map(([gram]) => gram);
}

function charactersOf(language: string): string[] {
  const list = ordered([...grams(language, 'uni')]).slice(0, mostCharacters);
  if (language !== 'zh') return list;
  const traditional = new Map(
    readFileSync(characters, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/[\t ]/) as [string, string]),
  );
  return [...new Set(list.flatMap((one) => [one, traditional.get(one) ?? one]))];
}

const lines = [
  ...shared.map((language) => [language, ...ranked(language).slice(0, most)]),
  ...alone.map((language) => [language, ...ranked(language).slice(0, mostAlone)]),
  ...written.map((language) => [language, ...charactersOf(language)]),
].map(([language = '', ...list]) => `${language === 'nb' ? 'no' : language} ${grades(list)}`);

/** Those of about the same frequency are sorted, which halves what they pack to. */
function grades(list: readonly string[]): string {
  const found: string[] = [];
  for (let from = 0, to = 8; from < list.length; from = to, to *= 2)
    found.push(list.slice(from, to).sort().join(''));
  return found.join(' ');
}

const packed = brotliCompressSync(Buffer.from(lines.join('\n'))).toString('base64');
writeFileSync(
  new URL('../../../lib/base/language/ngrams/packed-ngrams.ts', import.meta.url),
  `/**
 * Trigrams, two-letter words and characters of languages, a line each, the most frequent first. Brotli in base64, written by
 * \`test/support/analysis/write-ngrams.ts\` from the models of lingua-language-detector and OpenCC (Apache-2.0 both).
 */
export const packedNgrams =
  '${packed}';
`,
);
console.log(`${packed.length} characters`);
