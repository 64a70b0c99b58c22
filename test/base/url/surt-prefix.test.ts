import { describe, expect, it } from 'vitest';
import { readSurtPrefix } from '../../../lib/base/url/surt-prefix.ts';

describe('a SURT prefix', () => {
  it.each([
    ['http://(org,example,', { domain: 'example.org' }],
    ['(org,', { domain: 'org' }],
    ['org,example,www,', { domain: 'www.example.org' }],
    ['http://(org,example,www,)', { host: 'www.example.org' }],
    ['https://(org,example,www,)/', { host: 'www.example.org' }],
    ['http://(org,example,www)/', { host: 'www.example.org' }],
    ['http://(org,example,www,:8080)/', { host: 'www.example.org:8080' }],
    ['http://(org,example,:80)/', { host: 'example.org' }],
    ['HTTPS://(ORG,Example,:443)/A/b', { host: 'example.org', path: '/A/b' }],
    ['http://(org,example,)/archive/', { host: 'example.org', path: '/archive/' }],
    ['http://(org,example,)/search?q=', { host: 'example.org', path: '/search?q=' }],
    ['http://(org,bücher,)/ä', { host: 'xn--bcher-kva.org', path: '/%C3%A4' }],
    ['http://(127.0.0.1,)/a', { host: '127.0.0.1', path: '/a' }],
    ['http://(127.0.0.1:8080)', { host: '127.0.0.1:8080' }],
    ['http://([::1],:8080)/', { host: '[::1]:8080' }],
  ])('%s', (text, covers) => {
    expect(readSurtPrefix(text)).toEqual(covers);
  });

  it.each([
    '',
    '(',
    'http://(',
    'http://()',
    'http://(org,example',
    'http://(org,,example,)',
    'http://(www.example.org)/',
    'http://www.example.org/',
    'ftp://(org,example,)/',
    '(org,example,/path',
    '(127.0.0.1,',
    'http://(org,example,:99999)/',
  ])('is not %j', (text) => {
    expect(readSurtPrefix(text)).toBeUndefined();
  });
});
