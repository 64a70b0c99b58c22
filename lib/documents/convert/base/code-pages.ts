import { labelToName } from '@exodus/bytes/encoding.js';
import { decode } from '../../charset/charset.ts';

/** Code pages of Windows, DOS and the Macintosh whose name is none that the web knows as `windows-…`. */
const names: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1361: 'euc-kr',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10006: 'iso-8859-7',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  20866: 'koi8-r',
  // As Excel has it on the Macintosh.
  32768: 'macintosh',
  21866: 'koi8-u',
  65001: 'utf-8',
};

/** Code pages of DOS, from 0x80 on, that no standard of the web has. */
const dos: Readonly<Record<number, string>> = {
  437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

/** The text of bytes of a code page. */
export function decodePage(bytes: Uint8Array, page: number): string {
  const upper = dos[page];
  if (upper === undefined) return decode(bytes, codePageName(page));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (char) => upper.charAt(char.charCodeAt(0) - 0x80));
}

/** The encoding of a code page by its number, as the WHATWG Encoding standard calls it; of an unknown one that of Western Europe. */
export function codePageName(page: number): string {
  const iso = page >= 28591 && page <= 28606 ? `iso-8859-${page - 28590}` : undefined;
  return (labelToName(names[page] ?? iso ?? `windows-${page}`) ?? 'windows-1252').toLowerCase();
}
