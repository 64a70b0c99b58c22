import { expect, it } from 'vitest';
import { writtenRequisites } from '../../../lib/base/html/requisites.ts';

const of = (text: string, type = 'text/html') => writtenRequisites(Buffer.from(text), type);

it.each([
  ['<img src="a.png" srcset="b.png 1x, c.png 2x">', ['a.png', 'b.png', 'c.png']],
  ['<picture><source srcset=d.webp></picture><IMG SRC=e.gif>', ['d.webp', 'e.gif']],
  ['<link rel="stylesheet" href="s.css?a=1&amp;b=2"><link rel=next href=/2>', ['s.css?a=1&b=2']],
  ['<script src=a.js></script><video poster="v.jpg" src="v.mp4"></video>', ['a.js', 'v.jpg']],
  ['<p style="background: url(\'bg.png\')">', ['bg.png']],
  ['<img src="data:image/png;base64,AA"><img src=""><img src="{{x}}"><a href="/page">', []],
])('%s shows %j', (text, addresses) => {
  expect(of(text).addresses).toEqual(addresses);
});

it('a style names pictures and other styles, and nothing else names anything', () => {
  expect(of('@import "t.css"; h1 { background: url( "b.png" ) }', 'text/css').addresses).toEqual([
    't.css',
    'b.png',
  ]);
  expect(of('<img src="a.png">', 'text/plain').addresses).toEqual([]);
});

it('says what addresses are relative to, and takes a hundred of a page at most', () => {
  const many = Array.from({ length: 300 }, (_, at) => `<img src="${at}.png">`).join('');
  const { base, addresses } = of(`<base href="/deep/">${many}`);
  expect([base, addresses.length]).toEqual(['/deep/', 100]);
});
