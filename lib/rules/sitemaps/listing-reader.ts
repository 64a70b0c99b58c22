import { TextDecoder } from '@exodus/bytes/encoding.js';
import { utf16Of } from '../../base/charset/utf16.ts';
import { charsetOf } from '../../documents/types.ts';
import { jsonFeed } from './json-feed.ts';
import type { ListingHandler, ListingParser } from './listing.ts';
import { textListing } from './text-listing.ts';
import { xmlListing } from './xml-listing.ts';

/** Charset and format are recognised from this many first bytes: room for a byte order mark and an XML declaration. */
const headBytes = 1_024;
/** Bytes decoded at a time: bounds how much of a large body is held both as bytes and as text. */
const stepBytes = 65_536;

export interface ListingReaderOptions {
  /** The charset of the Content-Type header, if it has one. */
  readonly charset?: string;
  /** Whether a plain text may be a sitemap. Nothing in a text tells; the caller knows from where its URL was found. */
  readonly mayBeText: boolean;
}

/** Takes bytes in pieces of any size, with content codings removed. */
export interface ListingReader {
  /** Returns false if the reader needs no more bytes. */
  write(bytes: Uint8Array): boolean;
  /** @param isCut whether the body has more bytes than were written */
  end(isCut: boolean): void;
}

/** Returns a reader that recognises a sitemap or feed by its first character, and parses its entries. */
export function listingReader(handler: ListingHandler, options: ListingReaderOptions): ListingReader {
  let head: Uint8Array = new Uint8Array(0);
  let parser: ListingParser | undefined;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let done = false;
  /** The parser needs no more text, but its `end` has still to be called. */
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
    // Its bytes tell UTF-16 better than a label or a declaration that was copied from elsewhere.
    const charset = utf16Of(start) ?? charsetOf(start, options.charset, 'xml');
    // The `replacement` encoding of the standard stands for dangerous charsets, which must not be decoded.
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
