import { describe, expect, it } from 'vitest';
import { linksOf, pages, textOf } from './pages.ts';

const index = 'docs/README.md';

describe('docs/README.md', () => {
  it('lists every page below docs/', () => {
    const listed = new Set(linksOf(index).map((target) => `docs/${target}`));
    const unlisted = pages().filter(
      (page) => page.startsWith('docs/') && page !== index && !listed.has(page),
    );
    expect(unlisted).toEqual([]);
  });

  it('says of each page what it is about', () => {
    const [guides = '', decisions = ''] = textOf(index).split('\n## Decisions\n');
    const rows = [...guides.matchAll(/^- \[[^\]]+\]\([^)]+\)(?:: (.*))?$/gm)];
    expect(rows.length).toBeGreaterThan(40);
    for (const [row, about = ''] of rows) expect(about.length, row).toBeGreaterThan(10);
    for (const [row, about = ''] of decisions.matchAll(/^- \[\d+\. ([^\]]+)\]/gm))
      expect(about.length, row).toBeGreaterThan(10);
  });
});

describe('README.md', () => {
  it('is under 90 lines, and leads to the index', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThan(90);
    expect(linksOf('README.md')).toContain(index);
  });
});
