import type { Json } from '../../base/json.ts';

/** Whether scripts of such a type are JSON-LD; a media type may have parameters. */
export function isJsonLd(type: string): boolean {
  return type === 'application/ld+json' || /^application\/ld\+json\s*;/.test(type);
}

/**
 * What a script of JSON-LD says, also where it nearly is JSON as on many pages: line feeds and tabs in strings, a comma too many,
 * comments, what hides it from old browsers, a semicolon after it. Null for what is none. Linear, and no part of it is run.
 */
export function readJsonLd(script: string): Json {
  try {
    return JSON.parse(script) as Json;
  } catch {
    return parsed(mended(script));
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** What is passed over outside strings: white space, semicolons, and marks around scripts. */
const passedOver = /(?:[\s;\ufeff]|<!--|-->|(?:\/\/[ \t]*)?<!\[CDATA\[|\]\]>)+/y;
/** What stands between strings, commas and what is passed over. */
const plain = /[^\s;\ufeff"/,<\]}-]+|[^\s"]/y;
const string = /[^"\\]*(?:\\.[^"\\]*)*/sy;

function mended(script: string): string {
  let text = '';
  let at = 0;
  let isComma = false;
  const matched = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(script)?.[0] ?? '';
    at += found.length;
    return found;
  };
  while (at < script.length) {
    if (matched(passedOver) !== '') continue;
    if (script.startsWith('//', at)) at = endOf(script, '\n', at);
    else if (script.startsWith('/*', at)) at = endOf(script, '*/', at);
    else if (script[at] === ',') {
      isComma = true;
      at++;
    } else {
      const begin = script[at] as string;
      if (isComma && begin !== '}' && begin !== ']') text += ',';
      isComma = false;
      if (begin === '"') {
        at++;
        text += `"${escaped(matched(string))}`;
        text += script.slice(at, ++at);
      } else text += matched(plain);
    }
  }
  return text;
}

function endOf(script: string, mark: string, from: number): number {
  const found = script.indexOf(mark, from);
  return found < 0 ? script.length : found + mark.length;
}

/** A string with what JSON forbids in it spelt as JSON wants it. */
function escaped(string: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return string.replace(/\\([\s\S])|[\u0000-\u001f]/g, (one, after: string | undefined) => {
    if (after === undefined || after < ' ') return JSON.stringify(after ?? one).slice(1, -1);
    return '"\\/bfnrtu'.includes(after) ? one : after;
  });
}
