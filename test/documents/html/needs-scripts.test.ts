import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';

const head = '<!doctype html><html><head><title>App</title><script>var a = "<p>text</p>";</script></head>';

function flagOf(body: string, start = head): true | undefined {
  const read = readPage({
    ...{ url: 'https://a.example/' as CanonicalUrl, contentType: 'text/html', product: 'winnow' },
    ...{ body: Buffer.from(`${start}<body>${body}`), extract: [], urlSettings: parseOnly },
  });
  if (read.kind !== 'page') throw new Error(read.kind);
  return read.content.needsScripts;
}

const notice = '<noscript>You need to enable <a href="/help">JavaScript</a> &amp; <b>reload</b>.</noscript>';

describe('a page that is made by its scripts', () => {
  it.each([
    ['nothing but scripts', '<div id="root"></div><script src="/app.js"></script>'],
    ['the text of a noscript', `${notice}<div id="app"> &#32; </div>`],
    [
      'templates and styles that show nothing',
      '<template><p>Row</p></template><style>p{}</style><my-app></my-app>',
    ],
    [
      'a noscript that is written in capitals',
      '<NOSCRIPT><p>Please turn scripts on</P></NoScript><div></div>',
    ],
  ])('is marked where it has %s', (_, body) => {
    expect(flagOf(body)).toBe(true);
  });

  it.each([
    ['text', `${notice}<p>Owls</p>`],
    ['text of a reference', `${notice}<p>&copy;</p>`],
    ['a picture', '<img src="owl.jpg">'],
    ['links', '<a href="/next"></a>'],
    ['a form', '<form><input name="q"></form>'],
    ['a frame', '<iframe src="/inner.html"></iframe>'],
  ])('is none where it has %s', (_, body) => {
    expect(flagOf(body)).toBeUndefined();
  });

  it('is none where it has no scripts: an empty page is empty', () => {
    expect(flagOf('', '<title>Empty</title>')).toBeUndefined();
    expect(flagOf(notice, '<title>Old</title>')).toBeUndefined();
  });
});
