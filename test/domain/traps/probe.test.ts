import { describe, expect, it } from 'vitest';
import { isProbe, probeBeside } from '../../../lib/domain/traps/probe.ts';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';

const url = (text: string): CanonicalUrl => text as CanonicalUrl;

describe('a URL that cannot exist', () => {
  it.each([
    ['http://h/topics/green-table', /^http:\/\/h\/topics\/[a-z]{12}$/],
    ['http://h/topics/green-table/', /^http:\/\/h\/topics\/[a-z]{12}\/$/],
    ['http://h/a/page.html', /^http:\/\/h\/a\/[a-z]{12}\.html$/],
    ['http://h/lost/3e00ff00def49a301722', /^http:\/\/h\/lost\/[0-9a-f]{20}$/],
    ['http://h/about', /^http:\/\/h\/[a-z]{12}$/],
    ['http://h/view?name=table&page=2', /^http:\/\/h\/view\?name=[a-z]{12}&page=2$/],
  ])('stands beside %s', (beside, form) => {
    const probes = ([0, 1] as const).map((number) => probeBeside(url(beside), number) ?? '');
    expect(probes[0]).toMatch(form);
    expect(probes[1]).toMatch(form);
    expect(new Set(probes).size).toBe(2);
    expect(probes.map((one) => isProbe(url(one)))).toEqual([true, true]);
    expect(isProbe(url(beside))).toBe(false);
  });

  it('is the same for every page of a folder', () => {
    expect(probeBeside(url('http://h/topics/table'), 0)).toBe(probeBeside(url('http://h/topics/chair'), 0));
  });

  it.each(['http://h/', 'http://h/view/12', 'http://h/2014/05/', 'http://h/list?page=3'])(
    'has no name to take the place of in %s',
    (beside) => {
      expect(probeBeside(url(beside), 0)).toBeUndefined();
    },
  );
});
