import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backtracks } from './support/architecture/backtracking.ts';
import { importCircles } from './support/architecture/circles.ts';
import { expressionsIn } from './support/architecture/expressions.ts';
import { folderCircles, folderTable } from './support/architecture/folder-circles.ts';
import { folders } from './support/architecture/folders.ts';
import { foreignNameFaults } from './support/architecture/foreign-names.ts';
import { functionsIn } from './support/architecture/functions.ts';
import {
  root,
  type SourceFile,
  sourceFiles,
  specifiers,
  withoutComments,
} from './support/architecture/imports.ts';
import { closedRoomOf, forbidden, isDoor, type Room, rooms } from './support/architecture/rooms.ts';

/** The text of what runs in a reader's browser. */
const browserScript = 'lib/domain/report/html/script.ts';

/** Files that may be longer than 300 lines, and why. */
const longFiles: Readonly<Record<string, string>> = {};

/** Capabilities whose code runs for each turn. */
const hotFolders = [
  ...['harvest', 'turn', 'visit', 'politeness', 'robots', 'sitemaps', 'links', 'collection', 'frontier'],
  ...['dispatch', 'domains', 'yield', 'orphans', 'respell', 'reclassify'],
];

/** Functions of these that are larger, and why. */
const largeFunctions: Readonly<Record<string, string>> = {
  openHostSession: 'the functions of one session share its state; each fits a screen',
};

/** Files that put regular expressions together, and why these take linear time. */
const builtExpressions: Readonly<Record<string, string>> = {
  'lib/config/combine/import-topic.ts': 'only looks whether a text is one, and matches nothing',
  'lib/config/stack/changes-destination.ts': 'an anchored name with one class before its end',
  'lib/config/stack/team-settings.ts': 'an anchored name with one class before its end',
  'lib/documents/convert/base/encrypted-package.ts': 'a tag whose attributes contain no other tag',
  'lib/documents/convert/mail/mail-part.ts': 'begins with the sign that ends its repeats',
  'lib/documents/convert/postscript/convert-postscript.ts': 'a name at the start of a line',
  'lib/base/url/resolve-link.ts': 'segments, and the slashes that they cannot contain',
  'lib/documents/html/scan-tags.ts': 'without a repeat',
  'lib/documents/main-content/names.ts': 'without a repeat',
  'lib/documents/sniff/unknown-type.ts': 'signatures of literal expressions, which are looked at',
  'lib/base/language/word-form.ts': 'one class, and a repeat of a bounded number',
  'lib/base/pattern/beyond-ascii.ts': 'one character',
  'lib/rules/sitemaps/w3c-date-time.ts': 'a text of 64 characters at most',
  'lib/base/url/quick-looks.ts': 'one star a name, in a URL of bounded length',
  'lib/base/url/url-settings.ts': 'an anchored name of 200 characters at most',
};

/** Where lists are handed over as arguments, and what bounds their lengths: 10,000 at the most. */
const boundedSpreads: Readonly<Record<string, string>> = {
  'lib/adapters/aws/': 'a page of an answer',
  'lib/adapters/embedded/memory-tickets.ts': 'tickets that are out at once',
  'lib/adapters/reading/reader-pool.ts': 'pages that are read at once',
  'lib/capabilities/examples/rank-again.ts': 'what one page of a store lists',
  'lib/capabilities/graph/raise-neglected.ts': 'what one page of a store lists',
  'lib/capabilities/sanity/': 'what one host or one page of a store lists',
  'lib/pipeline/': 'what one turn, one message or one batch is about',
  'lib/runtime/': 'workers, and jobs of one process',
};

const files = sourceFiles('lib', 'functions', 'bin');

function roomOf(path: string): Room | undefined {
  return rooms.filter((room) => path.startsWith(room.path)).sort((a, b) => b.path.length - a.path.length)[0];
}

function allowed(file: SourceFile, { own, name }: SourceFile['imports'][number]): boolean {
  const room = roomOf(file.path);
  if (room === undefined) return false;
  if (!own) return room.packages.some((known) => matches(known, name));
  if (forbidden.some(({ from, to }) => file.path.startsWith(from) && name.startsWith(to))) return false;
  return [room.path, ...room.own].some((path) => name.startsWith(path));
}

/** The folder of `lib/pipeline` or `lib/capabilities` that a file lies in. */
function capabilityOf(path: string): string | undefined {
  return /^lib\/(?:pipeline|capabilities)\/([^/]+)\//.exec(path)?.[1];
}

function matches(known: string, name: string): boolean {
  return known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known;
}

function offenders(pattern: RegExp, among: (path: string) => boolean): readonly string[] {
  return files.filter(({ path, code }) => among(path) && pattern.test(code)).map(({ path }) => path);
}

describe('the architecture', () => {
  it('has a room for every file', () => {
    expect(files.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('lets no room import what the table does not name', () => {
    const wrong = files.flatMap((file) =>
      file.imports.filter((one) => !allowed(file, one)).map(({ name }) => `${file.path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no files that import each other in a circle, types and lazy imports too', () => {
    expect(importCircles(files)).toEqual([]);
  });

  it('lets no folder know a folder beside it than the table names, at any level, and names none in vain', () => {
    expect(folderTable(files)).toEqual(folders);
  });

  it('opens a room by the files at its top alone', () => {
    const all = sourceFiles('lib', 'functions', 'bin', 'bench', 'examples', 'localstack', 'packaging');
    const wrong = all.flatMap(({ path, imports }) =>
      imports
        .filter(({ own, name }) => {
          const room = own ? closedRoomOf(name) : undefined;
          return room !== undefined && !path.startsWith(room) && !isDoor(name);
        })
        .map(({ name }) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no folders and files that reach each other in a circle where they lie side by side, types too', () => {
    expect(folderCircles(files)).toEqual([]);
  });

  it('shows what a part remembers of a host to its own capability alone', () => {
    const state = /^lib\/(?:domain|capabilities)\/([^/]+)\/host-state\.ts$/;
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ name }) => {
          const owner = state.exec(name)?.[1];
          return (
            owner !== undefined && !path.startsWith(`lib/domain/${owner}/`) && capabilityOf(path) !== owner
          );
        })
        .map(({ name }) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
    expect(files.filter(({ path }) => state.test(path)).length).toBeGreaterThan(1);
    expect(offenders(/\bconst \w+: PartCodec</, (path) => !state.test(path))).toEqual([]);
  });

  it('has no folder of more than 25 files side by side', () => {
    const sizes = new Map<string, number>();
    for (const { path } of [...files, ...sourceFiles('test')]) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    expect([...sizes].filter(([, size]) => size > 25)).toEqual([]);
  });

  it('imports files by their whole names', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ own, name }) => own && !(name.endsWith('.ts') && existsSync(join(root, name))))
        .map(({ name }) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment in lib/config and nowhere else', () => {
    expect(offenders(/\bprocess\s*\.\s*env\b/, (path) => !path.startsWith('lib/config/'))).toEqual([]);
  });

  it('keeps clock, chance and network out of the domain and the use cases', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.|\bprocess\.|\bset(?:Timeout|Interval|Immediate)\b|\brandom(?:UUID|Bytes|Int)\b|(?<![.\w])fetch\(/;
    const isPure = (path: string): boolean =>
      /^lib\/(base|documents|rules|archive|topic|graph|domain|pipeline)\//.test(path) &&
      path !== browserScript;
    expect(offenders(impure, isPure)).toEqual([]);
  });

  it('has no default exports', () => {
    expect(offenders(/\bexport\s+default\b|\bas default\b/, () => true)).toEqual([]);
  });

  it('has no file of more than 300 lines without a reason', () => {
    const long = files.filter(
      ({ path, text }) => text.split('\n').length > 301 && longFiles[path] === undefined,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('looks names up in maps and sets: each object has names of its own, and pages have them too', () => {
    expect(foreignNameFaults(files)).toEqual([]);
  });

  it('keeps functions of a turn within a screen, and their parameters to four', () => {
    const large = files
      .filter(({ path }) => hotFolders.includes(capabilityOf(path) ?? ''))
      .flatMap(({ path, code }) =>
        functionsIn(code)
          .filter(({ parameters, lines }) => parameters > 4 || lines > 60)
          .map(
            ({ name, parameters, lines }) => `${path}: ${name} has ${parameters} parameters, ${lines} lines`,
          ),
      );
    expect(large.map((one) => one.replace(/.*: (\w+) .*/, '$1')).sort()).toEqual(
      Object.keys(largeFunctions).sort(),
    );
  });

  it('keeps the handlers of the Lambdas under 25 lines', () => {
    const long = files.filter(
      ({ path, text }) => /^functions\/[^/]+\.ts$/.test(path) && text.trimEnd().split('\n').length > 25,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('has no regular expression that takes the square of the length of some text, whoever wrote the text', () => {
    const wrong = files.flatMap(({ path, text }) =>
      expressionsIn(text).flatMap(({ source, flags }) => {
        const why = backtracks(source, flags);
        return why === undefined ? [] : [`${path}: /${source}/${flags}: ${why}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('puts regular expressions together at run time only where the parts and their length are known', () => {
    expect(offenders(/\bnew RegExp\(/, () => true).toSorted()).toEqual(
      Object.keys(builtExpressions).toSorted(),
    );
  });

  it('hands no list of any length over as arguments, for which the stack may have no room', () => {
    const spreads =
      /(?:\.(?:push|unshift|splice)|Math\.(?:max|min)|String\.from(?:CharCode|CodePoint))\(\s*(?:[^()[\]{}.]*, )?\.\.\./;
    const found = offenders(spreads, () => true);
    expect(found.filter((path) => !Object.keys(boundedSpreads).some((one) => path.startsWith(one)))).toEqual(
      [],
    );
  });

  it('makes no path of the address of a module: a space in it would be %20', () => {
    const all = sourceFiles('lib', 'functions', 'bin', 'bench', 'examples', 'localstack', 'test');
    const wrong = all.filter(({ text }) => /import\.meta\.url\)\.pathname/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab case', () => {
    const names = files.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(path.split('/').at(-1) ?? ''),
    );
    expect(names.map(({ path }) => path)).toEqual([]);
  });
});

describe('what the architecture is read from', () => {
  it('sees every form of import', () => {
    const code = [
      "import 'side-effect';",
      "import one from 'one';",
      "import type { Two } from 'two';",
      'import {\n  three,\n  type Four,\n} from "three";',
      "export * from 'star';",
      "export type { Five } from 'five';",
      "const six = await import('six');",
      "type Seven = import('seven').Seven;",
    ].join('\n');
    expect([...specifiers(code)].sort()).toEqual(
      ['five', 'one', 'seven', 'side-effect', 'six', 'star', 'three', 'two'].sort(),
    );
  });

  it('does not take comments for code, nor strings for comments', () => {
    expect(withoutComments("a; // import 'x'\n/* process.env */ b")).not.toMatch(/import|env/);
    expect(withoutComments("const url = 'https://example.org/'; import 'x';")).toContain("import 'x'");
    expect(withoutComments("const re = /'[/\"]/; import 'x';")).toContain("import 'x'");
  });

  it('finds names that are looked up in objects', () => {
    const table = 'export const known: Readonly<Record<string, number>> = {\n  a: 1,\n};';
    const file = (path: string, code: string) => ({ path, code });
    const faults = (...uses: readonly string[]): readonly string[] =>
      foreignNameFaults([file('a.ts', table), ...uses.map((code, at) => file(`${at}.ts`, code))]);
    expect(faults("import { known } from './a.ts';\nknown[name]; known['a'];", 'known[name]')).toEqual([
      '0.ts: known[…]',
    ]);
    expect(faults('if (name in given) a();', 'type A = { [K in B]: C };', 'for (const a in b) c();')).toEqual(
      ['0.ts: name in given'],
    );
    expect(faults("if ('name' in given) a(`b in c`);", 'Object.hasOwn(given, name)')).toEqual([]);
  });

  it('counts parameters and lines of functions', () => {
    const code = [
      'export async function one<T>(a: Map<string, T>, { b, c }: { b: (x: T, y: T) => void; c: T }): Promise<void> {',
      '  return;',
      '}',
      'class Two { m() {} }',
      'function none() {}',
    ].join('\n');
    expect(functionsIn(code)).toEqual([
      { name: 'one', parameters: 2, lines: 3 },
      { name: 'none', parameters: 0, lines: 1 },
    ]);
  });

  it.each([
    ['[ \\t]+$', ''],
    ['^a+|b+$', 'g'],
    ['\\s*,', ''],
    ['<[^>]*>', 'g'],
    ['^\\s*\\|?\\s*$', ''],
    ['^(?:a|b*c?)*$', ''],
    ['^(?:a+)+$', ''],
    ['^(?:\\w\\w?)+;', ''],
    ['^\\s+x', 'm'],
    ['#.*docsy', 'i'],
    ['x?(?=a+b)', ''],
    ['\\B(?=(?:\\d{3})+$)', 'g'],
    ['"(?:[^"\\\\]|\\\\.)*"', ''],
  ])('sees that /%s/%s goes back', (source, flags) => {
    expect(backtracks(source, flags)).toEqual(expect.any(String));
  });

  it.each([
    ['(?<![ \\t])[ \\t]+$', ''],
    ['\\s+', 'g'],
    ['<[^<>]*>', 'g'],
    ['^\\s*(?:\\|\\s*)?$', ''],
    ['^\\s+x', ''],
    ['[?#].*$', 's'],
    ['^([^?#]*)(\\?[^#]*)?(#.*)?$', 's'],
    ['(?:"(?:[^"\\\\]|\\\\.)*"?|[^",])+', 'g'],
    ['\\/\\*[\\s\\S]*?(?:\\*\\/|$)', 'g'],
    ['a\\s*b', 'y'],
  ])('sees that /%s/%s does not', (source, flags) => {
    expect(backtracks(source, flags)).toBeUndefined();
  });

  it('finds regular expressions, and no slashes of other kinds', () => {
    const code = "const a = 1 / 2 / 3; // /x/\nconst b: RegExp = /[/]\\s+$/g; const c = '/y/';";
    expect(expressionsIn(code)).toEqual([{ source: '[/]\\s+$', flags: 'g' }]);
  });

  it('finds circles, and no way that two files share', () => {
    const file = (path: string, ...names: readonly string[]) => ({
      path,
      imports: names.map((name) => ({ own: name !== 'zod', name })),
    });
    const tree = [file('a', 'b', 'c', 'zod'), file('b', 'd'), file('c', 'd'), file('d')];
    expect(importCircles(tree)).toEqual([]);
    expect(importCircles([...tree.slice(0, 3), file('d', 'c'), file('e', 'e')])).toEqual([
      'd → c → d',
      'e → e',
    ]);
  });

  it('finds files in every part of the project that there is', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.some(({ imports }) => imports.length === 0)).toBe(true);
    expect(files.some(({ imports }) => imports.some(({ name }) => name === 'lib/base/url/url.ts'))).toBe(
      true,
    );
  });
});
