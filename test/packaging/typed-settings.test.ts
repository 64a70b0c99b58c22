import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDeclarations } from '../../packaging/declarations.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'winnow-typed-'));
beforeAll(() => {
  mkdirSync(join(folder, 'package'));
  writeDeclarations(join(folder, 'package'));
  // What the declarations import: the dependencies of the package.
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names of the files that a strict compiler refuses, with what it says of each. */
function refused(programs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const at = mkdtempSync(join(folder, 'programs-'));
  mkdirSync(join(at, 'src'));
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(at, 'src', `${name}.ts`), text);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'esnext', module: 'nodenext' },
    ...{
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    },
    paths: { 'winnow-crawler': [join(folder, 'package', 'lib', 'api', 'open-crawl.d.ts')] },
  };
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(join(at, 'package.json'), '{"type":"module"}');
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  const { stdout } = spawnSync(compiler, ['-p', at, '--pretty', 'false'], { cwd: at });
  const lines = stdout
    .toString()
    .split('\n')
    .filter((line) => line.includes('error TS'));
  return new Map(lines.map((line) => [/(\w+)\.ts\(/.exec(line)?.[1] ?? 'nowhere', line]));
}

/** The programs of a page, those that open a crawl with settings of their own. */
function programsOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].flatMap(([, code = '']) =>
    code.includes('openCrawl({') && code.startsWith('import') ? [code] : [],
  );
}

/** The program once more for each setting that it names, with a letter less in that name. */
function misspelt(program: string): readonly (readonly [name: string, program: string])[] {
  const settings = program.slice(program.indexOf('openCrawl('), program.indexOf(');\n'));
  return [...settings.matchAll(/(\w+): /g)].map(([, name = '']) => {
    const wrong = settings.replace(`${name}: `, `${name.slice(0, -1)}: `);
    return [name, program.replace(settings, wrong)];
  });
}

test.each(['README.md', 'docs/api.md'])(
  'the first program of %s compiles, and not with a misspelt setting',
  (page) => {
    const [program] = programsOf(page);
    expect(program).toBeDefined();
    const wrong = misspelt(program ?? '');
    expect(wrong.length).toBeGreaterThan(3);
    const said = refused({ right: program ?? '', ...Object.fromEntries(wrong) });
    expect([...said.keys()].toSorted()).toEqual(wrong.map(([name]) => name).toSorted());
    for (const [, line] of said) expect(line).toMatch(/does not exist in type|is missing|not assignable/);
  },
);

const opened = (settings: string): string =>
  `import { openCrawl } from 'winnow-crawler';\nawait openCrawl({ name: 'birds', ${settings} });\n`;

test('settings are typed at every depth: in sections, lists, rules, filters, stages and overrides', () => {
  const right = {
    sections: "politeness: { waitIntervalHost: 3 }, purpose: ['search'], stop: { pages: 3 }",
    rules: "scope: { hosts: ['a.example', { file: 'x' }], rules: [{ reject: { hosts: ['b.example'] } }] }",
    filters: "topic: { filters: [{ file: 'owls.txt', minScore: 4 }] }, analysers: [{ plugin: 'a.ts' }]",
    stages:
      "strategy: { stages: [{ name: 's', control: [{ rules: [{ name: 'r', act: 'end', when: { any: [{ depth: { min: 1 } }] } }] }] }] }",
    extract: "extract: { price: { selector: '.price', type: 'number' }, title: 'h1' }",
    overrides: "overrides: [{ host: 'a.example', turn: { maxPages: 3 } }]",
    fixed: "seeds: ['https://a.example/'] as const, network: { ports: [80, '8000-8010'] as const }",
  };
  const wrong = {
    section: 'politness: { waitIntervalHost: 3 }',
    key: 'politeness: { waitInterval: 3 }',
    value: "politeness: { waitIntervalHost: '3' }",
    word: "purpose: ['fun']",
    rule: "scope: { rules: [{ reject: { host: ['b.example'] } }] }",
    filter: "topic: { filters: [{ fil: 'owls.txt' }] }",
    analyser: "analysers: [{ plug: 'a.ts' }]",
    stage: "strategy: { stages: [{ name: 's', contrl: [] }] }",
    condition:
      "strategy: { stages: [{ name: 's', control: [{ rules: [{ name: 'r', act: 'end', when: { any: [{ dept: {} }] } }] }] }] }",
    field: "extract: { price: { selektor: '.price' } }",
    match: "overrides: [{ hosts: 'a.example' }]",
    reach: "overrides: [{ host: 'a.example', turn: { maxSeconds: 3 } }]",
    whole: "overrides: [{ host: 'a.example', limits: {} }]",
    program: "convert: { programs: [{ type: ['a/b'], command: ['a'], output: 'text' }] }",
  };
  const all = Object.entries({ ...right, ...wrong }).map(([name, text]) => [name, opened(text)]);
  const said = refused(Object.fromEntries(all));
  expect([...said.keys()].toSorted()).toEqual(Object.keys(wrong).toSorted());
});
