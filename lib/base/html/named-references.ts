import { decodedText } from './entities.ts';

/** A reference by a name; the longest name of HTML has 31 letters. */
const named = /&([a-z][a-z\d]{1,30});/gi;
/** What may be the beginning of one. */
const begun = /&[a-z\d]{0,31}$/i;
/** Those that XML has itself. */
const ownOfXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
/** Names whose meaning is remembered: more than HTML has. */
const mostNames = 4_096;

/**
 * Makes the names of characters that HTML has and XML has not (`&eacute;`) numbers in a text of XML that comes in pieces: authors
 * take them for granted, and a parser of XML does not know them.
 */
export interface NamedReferences {
  /** @returns the piece; the beginning of a reference at its end stands in the next one */
  piece(text: string): string;
  /** @returns what is left */
  rest(): string;
}

export function namedReferences(): NamedReferences {
  const numbers = new Map<string, string>();
  let left = '';

  function numbered(written: string, name: string): string {
    if (ownOfXml.has(name)) return written;
    let number = numbers.get(name);
    if (number === undefined) {
      if (numbers.size >= mostNames) numbers.clear();
      const meaning = [...decodedText(written)];
      // What is longer is no character of HTML, or begins with one that needs no semicolon.
      number = meaning.length > 2 ? written : meaning.map(asNumber).join('');
      numbers.set(name, number);
    }
    return number;
  }

  return {
    piece(text) {
      const all = left + text;
      if (!all.includes('&')) {
        left = '';
        return all;
      }
      left = begun.exec(all.slice(-32))?.[0] ?? '';
      return all.slice(0, all.length - left.length).replace(named, numbered);
    },
    rest() {
      const rest = left;
      left = '';
      return rest;
    },
  };
}

/** A text of XML that is there whole. */
export function withNumberedReferences(text: string): string {
  const references = namedReferences();
  return references.piece(text) + references.rest();
}

function asNumber(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
