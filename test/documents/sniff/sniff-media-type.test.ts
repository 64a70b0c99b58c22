import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentFormatOf } from '../../../lib/documents/sniff/formats.ts';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { compoundFile, zipOf } from '../../support/documents/containers.ts';

describe('a body without a type', () => {
  it.each([
    ['<html>', 'text/html'],
    ['\r\n\t <!-- x', 'text/html'],
    ['<?xml version="1.0"?>', 'text/xml'],
    ['<b>', 'text/html'],
    ['<bx>', 'text/plain'],
    ['GIF89a', 'image/gif'],
    ['PK\x03\x04', 'application/zip'],
    ['%PDF-1.4', 'application/pdf'],
    ['\x00\x05\x16\x00 %PDF-1.4', 'application/pdf'],
    ['%!PS-Adobe-3.0', 'application/postscript'],
    ['{\\rtf1', 'application/rtf'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['\x00\x00\x00\x10ftypmp42\x00\x00\x00\x00', 'video/mp4'],
    ['\x1aE\xdf\xa3\x01B\x82\x84webm', 'video/webm'],
    ['<?xml version="1.0"?><!-- <x> --><svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'],
    ['% a paper\n\\documentclass{article}', 'application/x-tex'],
    ['From a@b.c Mon Jan  1 10:00:00 2001\nSubject: x\n', 'application/mbox'],
    ['Received: from x\n by y\nFrom: a@b.c\n', 'message/rfc822'],
    ['\x00', 'application/octet-stream'],
    ['', 'text/plain'],
  ])('%j looks like %s', (body, essence) => {
    expect(sniffMediaType(Buffer.from(body, 'latin1'), '').essence).toBe(essence);
    expect(sniffMediaType(Buffer.from(body, 'latin1'), 'unknown/unknown').essence).toBe(essence);
  });

  it('that an old Apache calls text is looked at, and no other', () => {
    const binary = Buffer.from([1]);
    expect(sniffMediaType(binary, 'text/plain; charset=ISO-8859-1').essence).toBe('application/octet-stream');
    expect(sniffMediaType(binary, 'text/plain; charset=koi8-r').essence).toBe('text/plain');
  });
});

const ooxml = 'application/vnd.openxmlformats-officedocument.';

describe('a container', () => {
  it.each([
    [{ mimetype: 'application/epub+zip' }, 'application/epub+zip'],
    [{ mimetype: 'application/vnd.oasis.opendocument.text\n' }, 'application/vnd.oasis.opendocument.text'],
    [
      { '[Content_Types].xml': `<Override ContentType="${ooxml}wordprocessingml.document.main+xml"/>` },
      `${ooxml}wordprocessingml.document`,
    ],
    [{ 'ppt/presentation.xml': '' }, `${ooxml}presentationml.presentation`],
    [{ 'xl/workbook.bin': '' }, 'application/vnd.ms-excel.sheet.binary.macroenabled.12'],
    [{ 'index.xml': '', 'buildVersionHistory.plist': '' }, 'application/vnd.apple.pages'],
    [{ 'index.xml': '' }, 'application/zip'],
  ])('with the parts %j is %s', (parts, essence) => {
    expect(sniffMediaType(zipOf(parts), 'application/octet-stream').essence).toBe(essence);
    expect(sniffMediaType(zipOf(parts, { deflate: deflateRawSync }), '').essence).toBe(essence);
  });

  it('is looked into when its directory is cut off', () => {
    const whole = zipOf({ 'word/document.xml': 'x'.repeat(100) });
    expect(sniffMediaType(whole.subarray(0, 120), '').essence).toBe(`${ooxml}wordprocessingml.document`);
  });

  it.each([
    ['WordDocument', 'application/msword'],
    ['Workbook', 'application/vnd.ms-excel'],
    ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
    ['EncryptedPackage', 'application/x-ole-storage'],
  ])('of OLE with the stream %s is %s', (name, essence) => {
    expect(sniffMediaType(compoundFile({ [name]: 'x' }), '').essence).toBe(essence);
  });
});

describe('a feed or sitemap', () => {
  it.each([
    ['<rss version="2.0">', 'application/rss+xml'],
    ['\xef\xbb\xbf <!-- x --><?xml version="1.0"?><!DOCTYPE rss><rss>', 'application/rss+xml'],
    ['<rdf:RDF xmlns="http://purl.org/rss/1.0/">', 'application/rss+xml'],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', 'application/atom+xml'],
    ['<a:feed xmlns:a="http://www.w3.org/2005/Atom">', 'application/atom+xml'],
    ['{ "title": "x", "version": "https://jsonfeed.org/version/1.1"', 'application/feed+json'],
    ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', 'text/xml'],
  ])('%j is one, without a type, as HTML, as text and as a file to be saved', (body, essence) => {
    for (const declared of ['', 'text/html', 'text/plain', 'application/octet-stream'])
      expect(sniffMediaType(Buffer.from(body, 'latin1'), declared).essence).toBe(essence);
    expect(sniffMediaType(Buffer.from(body, 'latin1'), 'text/css').essence).toBe('text/css');
  });

  it.each([
    ['<!doctype html><rss>', 'text/html'],
    ['<feed>', 'text/plain'],
    ['about <rss>', 'text/plain'],
    ['{"version": 1}', 'text/plain'],
  ])('%j is none', (body, essence) => {
    expect(sniffMediaType(Buffer.from(body), '').essence).toBe(essence);
  });
});

describe('a document with macros, a template or an add-in', () => {
  const office = 'application/vnd.ms-';
  it.each([
    ['ms-word.document.macroEnabled.main+xml', `${office}word.document.macroenabled.12`],
    ['ms-word.template.macroEnabledTemplate.main+xml', `${office}word.template.macroenabled.12`],
    ['openxmlformats-officedocument.wordprocessingml.template.main+xml', `${ooxml}wordprocessingml.template`],
    ['ms-excel.sheet.macroEnabled.main+xml', `${office}excel.sheet.macroenabled.12`],
    ['openxmlformats-officedocument.spreadsheetml.template.main+xml', `${ooxml}spreadsheetml.template`],
    ['ms-powerpoint.presentation.macroenabled.main+xml', `${office}powerpoint.presentation.macroenabled.12`],
    ['openxmlformats-officedocument.presentationml.template.main+xml', `${ooxml}presentationml.template`],
    ['ms-powerpoint.addin.macroEnabled.main+xml', `${office}powerpoint.addin.macroenabled.12`],
  ])('(%s) is told by its parts, whatever is said of it', (part, essence) => {
    const types = `<Types><Override PartName="/main.xml" ContentType="application/vnd.${part}"/></Types>`;
    for (const written of [types, Buffer.from(`\ufeff${types}`, 'utf16le')]) {
      const body = zipOf({ '[Content_Types].xml': written, 'main.xml': '' });
      for (const declared of [
        '',
        'application/zip',
        'text/plain',
        'application/msword',
        'application/octet-stream',
      ])
        expect(sniffMediaType(body, declared).essence).toBe(essence);
    }
    expect(documentFormatOf(essence)?.weight).toBe('heavy');
  });
});

describe('a body with a type', () => {
  it.each([
    ['%PDF-1.4', 'text/html', 'application/pdf'],
    ['%PDF-1.4', 'text/plain; charset=utf-8', 'application/pdf'],
    ['{\\rtf1', 'application/msword', 'application/rtf'],
    ['<!DOCTYPE html><p>', 'application/pdf', 'text/html'],
    ['no document', 'application/msword', 'text/plain'],
    ['\x00\x01\x02', 'application/msword', 'application/msword'],
    ['', 'application/pdf', 'application/pdf'],
    ['GIF89a', 'image/png', 'image/gif'],
    ['\x00', 'image/png', 'image/png'],
    ['<?xml?>', 'text/plain', 'text/plain'],
    ['<html>', 'application/json', 'application/json'],
    ['<html>', 'text/plain; charset=utf-8', 'text/plain'],
  ])('%j that %s is said of is %s', (body, declared, essence) => {
    expect(sniffMediaType(Buffer.from(body, 'latin1'), declared).essence).toBe(essence);
  });

  it('says of what an encrypted package is', () => {
    const type = `${ooxml}wordprocessingml.document`;
    expect(sniffMediaType(compoundFile({ EncryptedPackage: 'x' }), type).essence).toBe(type);
  });

  it('keeps its charset', () => {
    expect(sniffMediaType(Buffer.from('x'), 'text/csv; charset=koi8-r')).toEqual({
      essence: 'text/csv',
      charset: 'koi8-r',
    });
  });
});
