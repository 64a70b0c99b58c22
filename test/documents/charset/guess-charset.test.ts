import { describe, expect, test } from 'vitest';
import { charsetOf, decode } from '../../../lib/documents/charset/charset.ts';

/** The bytes of a text in an encoding of one byte a character. */
function encoded(text: string, charset: string): Uint8Array {
  const bytes = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte--) bytes.set(decode(Uint8Array.of(byte), charset), byte);
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}

const russian = 'Совы живут в лесу и охотятся ночью, когда мыши выходят из своих нор.';
const czech =
  'Žluťoučký kůň příšerně úpěl ďábelské ódy. Město leží na břehu řeky, která teče přes celou zemi.';
const french =
  'Les hiboux chassent la nuit ; leurs plumes sont très légères, et l’été ils élèvent leurs petits.';
const texts: readonly (readonly [charset: string, text: string])[] = [
  ['windows-1251', russian],
  ['koi8-r', russian],
  ['iso-8859-5', russian],
  ['ibm866', russian],
  ['x-mac-cyrillic', russian],
  ['windows-1250', czech],
  ['iso-8859-2', czech],
  ['windows-1252', french],
  ['windows-1253', 'Οι κουκουβάγιες κυνηγούν τη νύχτα και κοιμούνται την ημέρα στα δέντρα.'],
  ['windows-1254', 'Baykuşlar geceleri avlanır ve gündüzleri ağaçlarda uyurlar; çok iyi görürler.'],
  ['windows-1255', 'הינשופים צדים בלילה וישנים ביום על העצים'],
  ['windows-1256', 'البوم طائر يصيد في الليل وينام في النهار على الأشجار'],
];

describe('the encoding of a page that declares none', () => {
  test.each(texts)('is %s where only that reads like a language', (charset, text) => {
    const page = encoded(`<html><style>p { color: red }</style><p class=text>${text}</p>`, charset);
    expect(decode(page, charsetOf(page, undefined, 'html'))).toContain(text);
  });

  test.each([
    [
      'shift_jis',
      'ふくろうは夜に狩りをして、昼は木の上で眠る。',
      '82d382ad82eb82a482cd96e982c98eeb82e882f082b582c48141928b82cd96d882cc8fe382c596b082e98142',
    ],
    [
      'euc-jp',
      'ふくろうは夜に狩りをして、昼は木の上で眠る。',
      'a4d5a4afa4eda4a6a4cfcceba4cbbceda4eaa4f2a4b7a4c6a1a2c3eba4cfccdaa4cebee5a4c7ccb2a4eba1a3',
    ],
    [
      'euc-kr',
      '올빼미는 밤에 사냥을 하고 낮에는 나무 위에서 잔다.',
      'bfc3bba9b9ccb4c220b9e3bfa120bbe7b3c9c0bb20c7cfb0ed20b3b7bfa1b4c220b3aab9ab20c0a7bfa1bcad20c0dcb4d92e',
    ],
    [
      'gb18030',
      '猫头鹰在晚上出来找吃的，白天在树上睡觉。',
      'c3a8cdb7d3a5d4dacdedc9cfb3f6c0b4d5d2b3d4b5c4a3acb0d7ccecd4dacaf7c9cfcbafbef5a1a3',
    ],
    [
      'big5',
      '貓頭鷹在晚上出來找吃的，白天在樹上睡覺。',
      'bfdfc059c64ea662b1dfa457a558a8d3a7e4a659aabaa141a5d5a4d1a662bef0a457bacec4b1a143',
    ],
  ])('is %s where its characters are those of a language', (charset, text, hex) => {
    const body = Buffer.from(hex, 'hex');
    expect([decode(body, charset), charsetOf(body, undefined, 'none')]).toEqual([text, charset]);
  });

  test('is UTF-16 where every other byte is zero, or every line feed has one', () => {
    const page = Buffer.from('<title>Owls</title> Совы\n', 'utf16le');
    expect(charsetOf(page, undefined, 'html')).toBe('utf-16le');
    expect(charsetOf(page.swap16(), undefined, 'html')).toBe('utf-16be');
  });

  test('is ISO-2022-JP where ASCII switches to Japanese', () => {
    expect(charsetOf(Buffer.from('\x1b$B$3$s\x1b(B'), undefined, 'none')).toBe('iso-2022-jp');
  });

  test('is windows-1252 where a few bytes say nothing', () => {
    for (const bytes of ['', '\xe9', 'caf\xe9 \xf1'])
      expect(charsetOf(Buffer.from(bytes, 'latin1'), undefined, 'html')).toBe('windows-1252');
  });

  test('costs a hostile page no more than another: tags without an end, one long word, zeros', () => {
    for (const piece of [
      '<',
      '<script \xe9',
      '<style>\xe9',
      '<\xe9',
      'a',
      '\xe9',
      '\0',
      '\xe9<',
      '</script>\xff',
      '\xe9X',
    ])
      expect(() => charsetOf(Buffer.from(piece.repeat(300_000), 'latin1'), undefined, 'html')).not.toThrow();
  }, 10_000);
});
