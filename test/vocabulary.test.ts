import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourceFiles, withoutComments } from './support/architecture/imports.ts';

interface Retired {
  readonly word: string;
  /** Files whose stored or published data has the word. */
  readonly stays: readonly string[];
}

/** The words in backticks of one cell of a table. */
function quoted(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string);
}

/** The middle column of the table 'Say, not' of docs/glossary.md, with the right one. */
function retiredWords(): readonly Retired[] {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
  const table = text.slice(text.indexOf('\n## Say, not'));
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| say'))
    .flatMap((line) => {
      const [, , not, stays] = line.split('|');
      return quoted(not).map((word) => ({ word, stays: quoted(stays) }));
    });
}

const exported =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const exportedTypes = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;
/** Fields and methods of types and classes, and keys of objects. */
const fields = /^\s+(?:readonly |override |static |async |get |set )*#?(\w+)(?:<[^>\n]*>)?[?!]?(?::|\()/gm;

function namesIn(code: string): ReadonlySet<string> {
  return new Set([...code.matchAll(exported), ...code.matchAll(fields)].map(([, name]) => name as string));
}

/** `linkPriorOf` and `link-prior.ts` have the words link and prior. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/\.\w+$/, '')
    .split(/(?=[A-Z])|[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function isRetired(word: string, name: string): boolean {
  return /^[a-z]+$/.test(word) ? wordsOf(name).includes(word) : name === word;
}

function retiredIn(names: Iterable<string>, file: string): readonly string[] {
  return [...names].flatMap((name) =>
    retired
      .filter(({ word, stays }) => isRetired(word, name) && !stays.includes(basename(file)))
      .map(({ word }) => `${file}: ${name} has the retired word ${word}`),
  );
}

const retired = retiredWords();
const files = sourceFiles('lib', 'bin', 'functions');

describe('the words of docs/glossary.md', () => {
  it('lists words that are not used any more', () => {
    expect(retired.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['courier', 'turnstile', 'Place']),
    );
    expect(files.length).toBeGreaterThan(500);
  });

  it('finds a retired word in a name of any form', () => {
    expect(retiredIn(['openCourier', 'courierLimits', 'Place'], 'a.ts')).toHaveLength(3);
    expect(retiredIn(['courteous', 'LinkPlace'], 'a.ts')).toEqual([]);
    const text =
      'export function openCourier() {}\n// courier: is said\ninterface A {\n  readonly hearsay?: true;\n}\n';
    expect([...namesIn(withoutComments(text))]).toEqual(['openCourier', 'hearsay']);
  });

  it('keeps them out of the names of files', () => {
    expect(files.flatMap(({ path }) => retiredIn([basename(path)], path))).toEqual([]);
  });

  it('keeps them out of exported names and of fields', () => {
    expect(files.flatMap(({ path, code }) => retiredIn(namesIn(code), path))).toEqual([]);
  });

  it('gives no two exported types one name, but for adapters of the same port', () => {
    const places = new Map<string, string[]>();
    for (const { path, code } of sourceFiles('lib').filter(
      (file) => !file.path.startsWith('lib/adapters/'),
    )) {
      for (const [, name = ''] of code.matchAll(exportedTypes))
        places.set(name, [...(places.get(name) ?? []), path]);
    }
    expect(places.size).toBeGreaterThan(400);
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});
