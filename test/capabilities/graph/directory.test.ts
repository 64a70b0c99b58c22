import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { Directory, DirectoryEntry } from '../../../lib/capabilities/graph/directory.ts';
import { draftDirectory } from '../../../lib/capabilities/graph/draft-directory.ts';
import { classFile } from '../../../lib/capabilities/graph/file-names.ts';
import { directoryFiles } from '../../../lib/capabilities/graph/page.ts';
import { openPageGathering } from '../../../lib/graph/building/page-columns.ts';
import type { PageLinks } from '../../../lib/graph/building/page-links.ts';
import { webGraphOf } from '../../../lib/graph/building/web-building.ts';
import { classHierarchy } from '../../../lib/topic/terms/class-file.ts';

function draft(pages: readonly Partial<PageLinks>[], options: { top?: number; minPages?: number } = {}) {
  const gathering = openPageGathering();
  for (const page of pages)
    gathering.add({
      ...{ url: '' as CanonicalUrl, at: 1, depth: 0, outcome: 'stored', targets: [] },
      ...page,
    });
  const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  const hierarchy = classHierarchy([
    { id: 'birds', label: 'Birds' },
    { id: 'owls', parent: 'birds', label: 'Owls' },
    { id: 'mice', label: 'Mice' },
  ]);
  return draftDirectory(web, {
    ...{ top: 5, minPages: 1, share: 0.15, iterations: 20, hierarchy },
    ...options,
  });
}

const url = (host: string, path = ''): CanonicalUrl => `https://${host}.example/${path}` as CanonicalUrl;
const owls = Array.from({ length: 4 }, (_, number) => ({
  ...{ url: url(`owl${number}`), relevance: 0.9, best: 'owls', targets: [url('mouse')] },
}));
const web = [
  ...owls,
  { url: url('list'), relevance: 0.8, best: 'birds', targets: owls.map((one) => one.url) },
  { url: url('other'), relevance: 0.7, best: 'mice', targets: [url('owl0'), url('owl1')] },
  { url: url('mouse'), relevance: 0.6, best: 'mice', targets: [] },
  { url: url('train'), relevance: 0.1, best: 'trains', targets: [] },
];

const names = (entries: readonly DirectoryEntry[]): readonly string[] =>
  entries.map(({ site }) => site.slice(0, -8));

describe('a directory', () => {
  it('has each class that relevant pages have, and those above it, with pages and sites counted below', () => {
    const { classes, whole, pages, sites } = draft(web);
    expect(classes.map(({ id, label, above, pages: size }) => [id, label, above, size])).toEqual([
      ['birds', 'Birds', undefined, 5],
      ['owls', 'Owls', 'birds', 4],
      ['mice', 'Mice', undefined, 2],
    ]);
    expect({ pages, sites, relevant: whole.pages }).toEqual({ pages: 8, sites: 8, relevant: 7 });
    expect(draft(web, { minPages: 3 }).classes.map(({ id }) => id)).toEqual(['birds', 'owls']);
  });

  it('lists authorities of the class, and hubs of any class', () => {
    const of = new Map(draft(web).classes.map((one) => [one.id, one]));
    expect(names(of.get('owls')?.authorities ?? []).slice(0, 2)).toEqual(['owl0', 'owl1']);
    expect(names(of.get('owls')?.hubs ?? [])).toEqual(['list', 'other']);
    expect(names(of.get('mice')?.authorities ?? [])).toEqual(['mouse']);
    expect(of.get('owls')?.authorities[0]).toMatchObject({ links: 2, relevance: expect.closeTo(0.9) });
  });

  it('leaves out a page on the line that its last visit found off topic', () => {
    const off = { url: url('train'), relevance: 0.5, best: 'mice', outcome: 'off-topic', targets: [] };
    const more = [
      ...web.slice(0, -1),
      off,
      { url: url('hub'), relevance: 0.9, best: 'mice', targets: [off.url] },
    ];
    const { whole, classes } = draft(more, { top: 20 });
    expect(whole.pages).toBe(8);
    expect(names([...whole.authorities, ...classes.flatMap(({ authorities }) => authorities)])).not.toContain(
      'train',
    );
  });

  it('names classes that its pages link to, but for those above and below', () => {
    const of = new Map(draft(web).classes.map((one) => [one.id, one.related]));
    expect(of.get('birds')).toEqual([{ id: 'mice', links: 4 }]);
    expect(of.get('mice')).toEqual([{ id: 'owls', links: 2 }]);
  });

  it('lists pages of a crawl without a topic together', () => {
    const plain = [
      { url: url('a'), targets: [url('c')] },
      { url: url('b'), targets: [url('c')] },
      { url: url('c'), targets: [] },
    ];
    const { whole, classes } = draft(plain);
    expect(classes).toEqual([]);
    expect(names(whole.authorities)).toEqual(['c']);
    expect(names(whole.hubs)).toEqual(['a', 'b']);
  });
});

describe('the pages of a directory', () => {
  const hostile = `"><script>alert(1)</script>&amp;'`;
  const entry = { url: url('a', '?q="><script>'), site: hostile, score: 1, links: 1, title: hostile };
  const empty = { pages: 1, sites: 1, authorities: [], hubs: [], related: [] };
  const classes = [
    { ...empty, id: 'index', label: 'Index', authorities: [entry], related: [{ id: '/ü', links: 3 }] },
    { ...empty, id: '/ü', label: hostile, above: 'index', hubs: [{ ...entry, description: hostile }] },
    { ...empty, id: '/Ü', label: 'Ü', related: [{ id: 'gone', links: 1 }] },
  ];
  const directory: Directory = {
    ...{ job: hostile, at: 0, pages: 1, sites: 1, asOne: 2, whole: empty, classes },
  };
  const files = directoryFiles(directory);

  it('are as many as there are classes, and lead to each other only by names that are there', () => {
    expect(files.size).toBe(4);
    for (const page of files.values()) {
      const links = [...page.matchAll(/href="([^"#]+)"/g)].map(([, target = '']) => target);
      expect(links.filter((target) => !target.startsWith('https:') && !files.has(target))).toEqual([]);
      const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      for (const id of anchors) expect(page).toContain(`id="${id}"`);
    }
  });

  it('are valid HTML without scripts, whatever pages call themselves', () => {
    for (const [name, page] of files) {
      const faults: string[] = [];
      parse(page, { onParseError: ({ code }) => faults.push(code) });
      expect({ name, faults }).toEqual({ name, faults: [] });
      expect(page).not.toMatch(/<script|<link|<img|javascript:/);
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(page.match(/<main /g)).toHaveLength(1);
      for (const [, id] of page.matchAll(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(id);
    }
  });

  it('have names that depend on the class alone, and differ where a file system ignores case', () => {
    expect(classFile('owls')).toBe('owls.html');
    expect(classFile('index')).not.toBe('index.html');
    expect(classFile('/birds/owls')).toMatch(/^birds-owls-[0-9a-f]{8}\.html$/);
    const all = ['B.O', 'b.o', '/b/o', 'b-o', '鳥', '../../etc/passwd', 'con', ''].map(classFile);
    expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(all.length);
    for (const name of all) expect(name).toMatch(/^[a-z0-9-]+\.html$/);
  });
});
