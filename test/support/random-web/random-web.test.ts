import { describe, expect, it } from 'vitest';
import { walk } from '../trap-web/walk.ts';
import { failureWeb, namedFailures } from './named-failures.ts';
import { randomWeb } from './random-web.ts';
import { mostInWords, urlForms } from './url-forms.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

describe('a form of URLs', () => {
  it.each(urlForms.map(({ name }) => name))('reads what it writes: %s', (name) => {
    const form = urlForms.find((one) => one.name === name);
    for (const key of [0, 7, 12_345, mostInWords - 1]) {
      const href = form?.write('/at', key) ?? '';
      const { pathname, searchParams } = new URL(href, 'http://localhost');
      const asked = { path: pathname, query: searchParams, href, name: '', port: 80, serial: 0 };
      expect(form?.read('/at', asked)).toBe(key);
    }
  });
});

describe('a random web', () => {
  it.each(seeds)('leads to all its honest pages, and knows every URL that it links to: %i', (seed) => {
    const web = randomWeb(seed);
    const { found, unknown } = walk(web);
    expect([...web.honest.values()].flat().filter((id) => !found.has(id))).toEqual([]);
    expect(unknown).toEqual([]);
  });

  it('is the same for the same seed', () => {
    expect(randomWeb(3).sections).toEqual(randomWeb(3).sections);
    expect(randomWeb(3).sections).not.toEqual(randomWeb(4).sections);
  });

  it('has honest sites and traps, and in some a trap that says something new on every page', () => {
    const webs = Array.from({ length: 40 }, (_, i) => randomWeb(i + 1));
    expect(webs.every(({ honest, sections }) => honest.size > 2 && sections.some(({ trap }) => trap))).toBe(
      true,
    );
    const fresh = webs.filter(({ sections }) => sections.some(({ shape }) => shape.startsWith('new ')));
    expect(fresh.length).toBeGreaterThan(3);
    expect(fresh.length).toBeLessThan(20);
  });
});

describe('a web of a failure that was met', () => {
  it.each(Object.keys(namedFailures))('leads to all its honest pages: %s', (name) => {
    const { found, unknown } = walk(failureWeb(name));
    expect([...found].length).toBeGreaterThan(300);
    expect(unknown).toEqual([]);
  });
});
