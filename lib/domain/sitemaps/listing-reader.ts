import { TextDecoder } from '@exodus/bytes/encoding.js';
import { charsetOf } from '../document/charset/charset.ts';
import { jsonFeed } from './json-feed.ts';
import type { ListingHandler, ListingParser } from './listing.ts';
import { textListing } from './text-listing.ts';
import { xmlListing } from './xml-listing.ts';

/** Bytes that say how the rest is encoded and what it is: an XML declaration fits in, and a byte order mark. */
const headBytes = 1_024;
/** What is decoded at one time, so that no more of a large body is held twice. */
const stepBytes = 65_536;

export interface ListingReaderOptions {
  /** The charset of the Content-Type header, if it has one. */
  readonly charset?: string;
  /** Whether a plain text may be a sitemap: nothing in it says so, where it was found must. */
  readonly mayBeText: boolean;
}

/** Takes bytes piece by piece, with codings undone; how they are cut makes no difference. */
export interface ListingReader {
  /** False: no more is wanted. */
  write(bytes: Uint8Array): boolean;
  /** @param isCut there was more */
  end(isCut: boolean): void;
}

/** Recognises a sitemap or feed by how it begins, and reads its entries. */
export function listingReader(handler: ListingHandler, options: ListingReaderOptions): ListingReader {
  let head: Uint8Array = new Uint8Array(0);
  let parser: ListingParser | undefined;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let done = false;
  /** The parser wants no more, and is to be ended all the same. */
  let isFull = false;

  const watched: ListingHandler = {
    ...handler,
    onOther() {
      done = true;
      handler.onOther();
    },
    onEntry(entry) {
      done ||= !handler.onEntry(entry);
      return !done;
    },
  };

  function decode(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !done && !isFull; at += stepBytes) {
      const text = decoder?.decode(bytes.subarray(at, at + stepBytes), { stream: true }) ?? '';
      if (parser?.write(text) === false) isFull = true;
    }
  }

  function open(): void {
    const start = head.subarray(0, headBytes);
    const charset = charsetOf(start, options.charset, 'xml');
    // The standard's `replacement` encoding stands for a few dangerous ones, which are not to be decoded at all.
    const name = charset === 'replacement' ? 'utf-8' : charset;
    decoder = new TextDecoder(name);
    const first = new TextDecoder(name).decode(start).trimStart().charAt(0);
    if (first === '<') parser = xmlListing(watched);
    else if (first === '{') parser = jsonFeed(watched);
    else if (options.mayBeText && first !== '') parser = textListing(watched);
    else watched.onOther();
    decode(head);
    head = new Uint8Array(0);
  }

  return {
    write(bytes) {
      if (done || isFull) return false;
      if (parser !== undefined) decode(bytes);
      else {
        head = Buffer.concat([head, bytes]);
        if (head.length >= headBytes) open();
      }
      return !done && !isFull;
    },
    end(isCut) {
      if (parser === undefined && !done) open();
      if (done) return;
      const last = isCut ? '' : decoder?.decode();
      if (last) parser?.write(last);
      parser?.end(isCut);
      done = true;
    },
  };
}
