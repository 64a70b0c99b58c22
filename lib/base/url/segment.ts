/**
 * One part of a path or one value of a query, with what varies from page to page replaced: `#` a number, `Y` a year,
 * `YM` and `YMD` a date in one number, `M` the name of a month, `##` a long number, `~` what nobody reads (the id of
 * a session, a hash). The rest stands, in lower case.
 */
export interface Masked {
  readonly mask: string;
  /** Nothing of it is a word. */
  readonly variable: boolean;
  readonly dated: boolean;
  readonly token: boolean;
}

const runs = /[A-Za-z0-9]+/g;
const months = new Set(
  (
    'jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september ' +
    'october november december januar februar märz mai juni juli oktober dezember janvier avril juin juillet août ' +
    'septembre octobre novembre décembre enero marzo mayo junio julio agosto septiembre noviembre diciembre'
  ).split(' '),
);
const longNumber = 9;

export function maskSegment(text: string): Masked {
  let variable = true;
  let dated = false;
  let token = false;
  const digits = /^[\d._-]+$/.test(text);
  const around = /^([^\w-]*)([\w-]+)([^\w-]*)$/.exec(text);
  if (!digits && around !== null && isToken(around[2] ?? '')) {
    return { mask: `${around[1]}~${around[3]}`, variable: true, dated, token: true };
  }
  const mask = text.replace(runs, (run) => {
    if (/^\d+$/.test(run)) {
      const kind = numberKind(run);
      dated ||= kind === 'YM' || kind === 'YMD';
      return kind;
    }
    if (months.has(run.toLowerCase())) {
      dated = true;
      return 'M';
    }
    if (isToken(run)) {
      token = true;
      return '~';
    }
    variable = false;
    return run.toLowerCase().replace(/\d+/g, '#');
  });
  // Several numbers of which one is a year: a date.
  if (digits && /Y/.test(mask) && mask.includes('#')) dated = true;
  return { mask, variable: variable && mask !== '', dated, token };
}

function numberKind(digits: string): string {
  if (/^(?:19|20)\d\d$/.test(digits)) return 'Y';
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])$/.test(digits)) return 'YM';
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)) return 'YMD';
  return digits.length >= longNumber ? '##' : '#';
}

const shortestToken = 7;

/** Whether letters and digits look like what a program made up: they change between kinds more often than words do. */
export function isToken(text: string): boolean {
  if (text.length < shortestToken || !/^[A-Za-z0-9_-]+$/.test(text)) return false;
  const plain = text.replace(/[_-]/g, '');
  // A long number behind a letter that says what it is.
  if (/^[A-Za-z]{1,3}\d{9,}$/.test(plain)) return true;
  const digits = plain.replace(/\D/g, '').length;
  if (digits === plain.length) return false;
  if (digits >= 2 && plain.length >= 12 && /^[0-9a-f]+$/i.test(plain)) return true;
  const changes = kindChanges(text);
  if (digits >= 2 && plain.length >= 8 && changes >= 2 && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(plain))
    return true;
  if (digits > 0) return changes >= 3 && changes * 5 >= plain.length;
  // Capitals amid a word, other than at the beginnings of words.
  return plain.length >= 10 && changes >= 4 && /[A-Z]{2}[a-z]|[a-z][A-Z][a-z]?[A-Z]/.test(plain);
}

/** How often letters turn to digits, digits to letters and small letters to capitals, inside of words. */
function kindChanges(text: string): number {
  let changes = 0;
  let last = '';
  for (const character of text) {
    const kind = /\d/.test(character)
      ? 'digit'
      : /[A-Z]/.test(character)
        ? 'capital'
        : /[a-z]/.test(character)
          ? 'small'
          : '';
    if (kind !== '' && last !== '' && kind !== last && !(last === 'capital' && kind === 'small')) changes++;
    last = kind;
  }
  return changes;
}
