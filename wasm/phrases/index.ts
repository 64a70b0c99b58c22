/** UTF-16 units that are read at once. */
const maxUnits = 0x10000;
/** Texts that are read at once. */
const maxTexts = 0x1000;
const mapSize = 0x10000;

const units = memory.data(maxUnits * 2 + 2, 16);
/** Where each text ends: u32 each, in units from the first one on. */
const ends = memory.data(maxTexts * 4, 4);
/** Words and numbers that are mere signs: a byte for each hash. */
const signs = memory.data(mapSize);
/** A phrase for every other unit at the most, in each text; and one that may be too many. */
const words = memory.data((maxUnits + maxTexts) * 2 + 8, 4);
/** Numbers, each with the word before it and the number before that stands in the same line. */
const numbers = memory.data((maxUnits + maxTexts) * 4 + 8, 4);
let wordsEnd: usize = words;
let numbersEnd: usize = numbers;
/** The last word without a digit, a sign or not: a number means the same under every URL. */
let beforeNumber: u32 = 0;
/** The last number of the line: of a row of a table, few say two numbers alike. */
let numberBefore: u32 = 0;

const seed: u32 = 0x811c9dc5;
const prime: u32 = 0x01000193;
/** Bytes of the longest word. */
const longestWord: usize = 80;
const lastDigit: u32 = 0x39;

/** Letters of Latin-1 in lower case and digits as they are; 0 for all else. */
const latin = memory.data(0x100);
for (let code: u32 = 0; code < 0x100; code++) {
  const isKept = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= lastDigit) || code >= 0xc0;
  store<u8>(latin + code, isKept ? code : code >= 0x41 && code <= 0x5a ? code | 0x20 : 0);
}

export function unitsAt(): usize {
  return units;
}

export function endsAt(): usize {
  return ends;
}

export function signsAt(): usize {
  return signs;
}

export function wordsAt(): usize {
  return words;
}

export function numbersAt(): usize {
  return numbers;
}

/** Phrases that were found last. */
export function wordCount(): i32 {
  return <i32>(wordsEnd - words) >> 2;
}

export function numberCount(): i32 {
  return <i32>(numbersEnd - numbers) >> 3;
}

function wordUnit(code: u32): u32 {
  return code < 0x100 ? load<u8>(latin + code) : isPunctuation(code) ? 0 : code;
}

/** General punctuation, and that of East Asian and full-width texts. */
function isPunctuation(code: u32): boolean {
  return code - 0x2000 < 0x70 || code - 0x3000 < 0x40 || code - 0xff00 < 0x10;
}

function joins(code: u32): boolean {
  return code === 0x20 || code === 0x2d || code === 0x27 || code === 0x2019;
}

/** Finds the phrases in each of the first texts, and the numbers: those with a hash up to `last`. */
export function readPhrases(texts: i32, last: u32): void {
  wordsEnd = words;
  numbersEnd = numbers;
  let begin = units;
  for (let text = 0; text < texts; text++) {
    const end = units + <usize>(load<u32>(ends + <usize>(text << 2)) << 1);
    // What ends a phrase stands behind each text while it is read: no look at where it ends.
    const behind = load<u16>(end);
    store<u16>(end, 0);
    readText(begin, end, last);
    store<u16>(end, behind);
    begin = end;
  }
}

function readText(start: usize, end: usize, last: u32): void {
  let toWords = wordsEnd;
  /** The two words before, in one phrase. */
  let first: u32 = 0;
  let second: u32 = 0;
  /** Words of the phrase without a sign between them. */
  let count = 0;
  let hasSign = false;
  beforeNumber = 0;
  numberBefore = 0;
  for (let at = start; at <= end; at += 2) {
    let hash = seed;
    // Their highest bits: whether a digit was met, and anything else.
    let digits: u32 = 0;
    let others: u32 = 0;
    let marks = 0;
    const begin = at;
    for (;;) {
      let unit = wordUnit(load<u16>(at));
      if (unit === 0) {
        if (!((digits & ~others) >>> 31) || !goesOn(at)) break;
        unit = load<u16>(at);
        marks++;
      } else {
        digits |= unit - lastDigit - 1;
        others |= lastDigit - unit;
      }
      hash = (hash ^ unit) * prime;
      at += 2;
    }
    if (at !== begin) {
      const isSign = load<u8>(signs + (hash & (mapSize - 1)));
      if ((digits >>> 31) | isSign | <u32>(at - begin > longestWord)) {
        if ((digits & ~others) >>> 31) readNumber(begin, at, hash, isSign, last, marks);
        else if (!(digits >>> 31)) beforeNumber = hash;
        hasSign = true;
        count = 0;
      } else {
        beforeNumber = hash;
        count++;
        if (count > 2) toWords = put(toWords, mixed(mixed(first, second), hash), last);
        first = second;
        second = hash;
      }
    }
    if (load<u16>(at) === 0x0a) numberBefore = 0;
    if (joins(load<u16>(at))) continue;
    // A phrase of one word or two counts whole.
    if (!hasSign && <u32>(count - 1) < 2)
      toWords = put(toWords, mixed(count === 1 ? 0 : first, second), last);
    count = 0;
    hasSign = false;
  }
  wordsEnd = toWords;
}

function put(to: usize, phrase: u32, last: u32): usize {
  store<u32>(to, phrase);
  return to + ((<usize>(phrase <= last)) << 2);
}

/** Whether a number goes on behind a mark: a decimal, an amount, a time of day. */
function goesOn(at: usize): boolean {
  const mark: u32 = load<u16>(at);
  const isMark = mark === 0x2e || mark === 0x2c || mark === 0x3a;
  return isMark && <u32>load<u16>(at, 2) - 0x30 < 10;
}

function readNumber(begin: usize, end: usize, hash: u32, isSign: u32, last: u32, marks: i32): void {
  if (isOfDate(begin, end, marks)) return;
  const number = mixed(beforeNumber ^ numberBefore, hash);
  numberBefore = hash;
  if (number > last) return;
  store<u32>(numbersEnd, number);
  store<u32>(numbersEnd, isSign ? 0 : hash, 4);
  numbersEnd += 8;
}

/** Whether a number may be a day, a month or a year; of more than two parts, a date or the time of a clock. */
function isOfDate(begin: usize, end: usize, marks: i32): boolean {
  if (marks === 1) return false;
  const most = marks === 0 ? 31 : 59;
  let value: i32 = 0;
  let length = 0;
  for (let at = begin; at <= end; at += 2) {
    const digit = at < end ? <u32>load<u16>(at) - 0x30 : 10;
    if (digit < 10) {
      value = value * 10 + <i32>digit;
      length++;
      continue;
    }
    const isPart = length === 4 ? value >= 1900 && value < 2100 : length <= 2 && value <= most;
    if (!isPart) return false;
    value = 0;
    length = 0;
  }
  return true;
}

function mixed(a: u32, b: u32): u32 {
  let hash = ((a ^ 0x9e3779b9) * 0x85ebca6b) ^ b;
  hash = (hash ^ (hash >>> 15)) * 0x2c1b3c6d;
  hash = (hash ^ (hash >>> 12)) * 0x297a2d39;
  return hash ^ (hash >>> 15);
}
