/** UTF-16 units that are read at once. */
const maxUnits = 0x10000;
const mapSize = 0x2000;

const units = memory.data(maxUnits * 2, 16);
/** Words and numbers that are mere signs: a byte for each hash. */
const signs = memory.data(mapSize);
/** A phrase for every other unit at the most. */
const words = memory.data(maxUnits * 2 + 8, 4);
/** Numbers, each with the word before it. */
const numbers = memory.data(maxUnits * 4 + 8, 4);
let wordsEnd: usize = words;
let numbersEnd: usize = numbers;

const seed: u32 = 0x811c9dc5;
const prime: u32 = 0x01000193;
const sign: u32 = 0x5bd1e995;
const longestWord = 40;
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

/** Finds the phrases in the first `length` units, and the numbers: those with a hash up to `last`. */
export function readPhrases(length: i32, last: u32): void {
  const end = units + <usize>(length << 1);
  let toWords = words;
  let toNumbers = numbers;
  let count = 0;
  let first: u32 = 0;
  let second: u32 = 0;
  let beforeNumber: u32 = 0;
  for (let at = units; at <= end; at += 2) {
    let hash = seed;
    let digits = 0;
    const begin = at;
    for (; at < end; at += 2) {
      const unit = wordUnit(load<u16>(at));
      if (unit === 0) break;
      digits += <i32>(unit <= lastDigit);
      hash = (hash ^ unit) * prime;
    }
    const length = <i32>(at - begin) >> 1;
    if (length > 0) {
      const isSign = load<u8>(signs + (hash & (mapSize - 1))) === 1;
      const isWord = digits === 0 && length <= longestWord && !isSign;
      const word = isWord ? hash : sign;
      if (digits === length && !isOfDate(begin, length)) {
        const number = mixed(beforeNumber, hash);
        if (number <= last) {
          store<u32>(toNumbers, number);
          store<u32>(toNumbers, isSign ? 0 : beforeNumber, 4);
          toNumbers += 8;
        }
      } else if (isWord) beforeNumber = hash;
      // Signs that follow each other are one.
      if (word !== sign || second !== sign) {
        count++;
        if (count > 2 && first !== sign && second !== sign && word !== sign) {
          const phrase = mixed(mixed(first, second), word);
          if (phrase <= last) {
            store<u32>(toWords, phrase);
            toWords += 4;
          }
        }
        first = second;
        second = word;
      }
    }
    if (at < end && joins(load<u16>(at))) continue;
    if ((count === 2 || (count === 1 && second !== sign)) && first !== sign && second !== sign) {
      const phrase = mixed(first, second);
      if (phrase <= last) {
        store<u32>(toWords, phrase);
        toWords += 4;
      }
    }
    count = 0;
    first = 0;
    second = 0;
  }
  wordsEnd = toWords;
  numbersEnd = toNumbers;
}

/** Whether a number may be a day, a month or a year. */
function isOfDate(begin: usize, length: i32): boolean {
  if (length !== 1 && length !== 2 && length !== 4) return false;
  let value: i32 = 0;
  for (let at = begin; at < begin + <usize>(length << 1); at += 2) value = value * 10 + load<u16>(at) - 0x30;
  return length === 4 ? value >= 1900 && value < 2100 : value <= 31;
}

function mixed(a: u32, b: u32): u32 {
  let hash = ((a ^ 0x9e3779b9) * 0x85ebca6b) ^ b;
  hash = (hash ^ (hash >>> 15)) * 0x2c1b3c6d;
  hash = (hash ^ (hash >>> 12)) * 0x297a2d39;
  return hash ^ (hash >>> 15);
}
