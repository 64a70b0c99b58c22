import { describe, expect, it } from 'vitest';
import { defaultLinkSettings } from '../../lib/base/links/link-settings.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { defaultConvertSettings } from '../../lib/documents/convert/convert-settings.ts';
import type { ReadRequest } from '../../lib/domain/reading/page.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';
import { archiveOf, lightDocuments, pngOf } from '../support/documents/light-samples.ts';
import { defaultContentSettings } from '../support/settings.ts';

const url = 'http://example.org/dir/owls' as CanonicalUrl;

function read(body: string | Uint8Array, contentType: string, more: Partial<ReadRequest> = {}) {
  const request = { url, body: Buffer.from(body as string), contentType, urlSettings: parseOnly };
  return readPage({ ...request, extract: [], product: 'winnow', ...more });
}

function content(...args: Parameters<typeof read>) {
  const result = read(...args);
  if (result.kind !== 'page') throw new Error(JSON.stringify(result));
  return result.content;
}

const only = (...types: readonly string[]) => ({ convert: { ...defaultConvertSettings, types } });

describe('a document of a light format', () => {
  const link = 'http://linked.example/x';
  const titled = new Set(['md', 'json', 'xml', 'svg', 'tex', 'rtf', 'eml', 'mbox', 'picture']);

  it.each(lightDocuments(() => link))(
    '($name) is read with the pages: text, title, links, Markdown',
    (one) => {
      const wanted = { ...defaultContentSettings, main: true, markdown: 'both' } as const;
      const page = content(one.body, one.mediaType, { content: wanted });
      expect(page.mediaType).toBe(one.mediaType);
      expect(page.text).toContain(`Owls as ${one.name}`);
      expect(page.title).toBe(titled.has(one.name) ? `Owls as ${one.name}` : '');
      expect(page.links.map((found) => found.url)).toEqual([link]);
      expect(page.markdown).toContain(`Owls as ${one.name}`);
      expect(page.main?.text).toContain(`Owls as ${one.name}`);
    },
  );

  it('resolves relative links against its own URL', () => {
    expect(content('[more](sub/x)', 'text/markdown').links[0]?.url).toBe('http://example.org/dir/sub/x');
  });

  it('has its table as a table, and its fields by selectors', () => {
    const rule = { field: 'first', selector: 'td', type: 'string', many: false } as const;
    const page = content('a;b\n1;2', 'text/csv', {
      content: { ...defaultContentSettings, markdown: 'page' },
      extract: [rule],
    });
    expect(page.markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
    expect(page.fields).toEqual({ first: 'a' });
  });

  it('is decoded as its server says, or as it says itself', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>caf\xe9</a>', 'latin1');
    expect(content(latin, 'text/xml')).toMatchObject({ text: 'café', charset: 'windows-1252' });
    const cyrillic = Buffer.from([0xef, 0xf0, 0xe8]);
    const csv = content(cyrillic, 'text/csv; charset=windows-1251');
    expect(csv).toMatchObject({ text: 'при', charset: 'windows-1251' });
  });

  it('(an archive) has the names of its files, which are not opened, and their number', () => {
    const page = content(archiveOf('owls/barn.txt', 'owls/eagle.txt'), 'application/zip');
    expect(page.text).toBe('owls/barn.txt\nowls/eagle.txt');
    expect(page.metadata).toEqual({ files: ['2'] });
  });

  it('(a picture that says nothing) is known by its URL, and has its size', () => {
    const page = content(pngOf({}), 'image/png');
    expect(page).toMatchObject({ text: '', title: '', metadata: { width: ['7'], height: ['5'] } });
    expect(page.md5).not.toBe(content(pngOf({}), 'image/png', { url: `${url}2` as CanonicalUrl }).md5);
  });

  it('is cut off where its text gets too long', () => {
    const page = content('word '.repeat(1_000), 'text/markdown', {
      convert: { ...defaultConvertSettings, maxText: 100 },
    });
    expect(page.text.length).toBeLessThan(100);
    expect(page.metadata).toEqual({ cut: ['html'] });
  });

  it('says why it cannot be read', () => {
    expect(read('', 'application/json')).toEqual({
      kind: 'unreadable',
      detail: 'empty: the document has no bytes',
    });
    const packed = Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1');
    expect(read(packed, 'application/x-7z-compressed')).toEqual({
      kind: 'unsupported',
      mediaType: 'application/x-7z-compressed',
    });
  });
});

describe('which documents are converted', () => {
  it('is up to the job', () => {
    const json = ['{"a":"x"}', 'application/json'] as const;
    expect(read(...json, only('application/pdf'))).toEqual({
      kind: 'unsupported',
      mediaType: 'application/json',
    });
    expect(content(...json, only('application/*')).text).toBe('a: x');
  });

  it('leaves text as it stands that people can read without', () => {
    const markdown = ['# *Owls*\n\nhttp://a.example/', 'text/markdown'] as const;
    expect(content(...markdown, only())).toMatchObject({ title: '', text: '# *Owls*\nhttp://a.example/' });
    expect(content(...markdown)).toMatchObject({ title: 'Owls', text: 'Owls\nhttp://a.example/' });
    expect(content('plain', 'text/plain', only()).text).toBe('plain');
  });
});

describe('URLs that a document writes out', () => {
  const written = 'where,http://a.example/';
  const links = (body: string, type: string, fromText: 'all' | 'plain' | 'none') =>
    content(body, type, { links: { ...defaultLinkSettings, fromText } }).links;

  it('are links of its text, if the job takes those', () => {
    expect(links(written, 'text/csv', 'plain')).toEqual([
      { url: 'http://a.example/', anchor: '', rel: [], element: 'text', place: 'text' },
    ]);
    expect(links(written, 'text/csv', 'none')).toEqual([]);
    expect(links('[x](http://a.example/)', 'text/markdown', 'none')).toHaveLength(1);
  });
});
