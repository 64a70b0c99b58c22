import { type SettingsOf, section } from '../setting-kinds/section.ts';
import { choice, count, flag, list, seconds, text } from '../setting-kinds/setting.ts';

/**
 * Extensions of what probably cannot be read: HEAD tells. No documents, archives and pictures, of which most can: for those a
 * HEAD would be one request more for nothing.
 */
const defaultHeadFirst: readonly string[] = [
  ...'bin dat exe msi bz2 xz iso dmg deb rpm apk'.split(' '),
  ...'mp3 wav ogg wma mp4 mpg mpeg mov avi wmv mkv webm flv'.split(' '),
];

/** In lower case, without the dot. */
export const fileExtension = { pattern: /^[a-z0-9][a-z0-9_-]{0,19}$/ };

/** The `fetch` section: how one request is made, and what is taken of its answer. */
export const fetchSection = section('One request.', {
  timeout: seconds(1, 150, 30, {
    description: 'From connecting to the last byte.',
    why: "Combine's UAtimeout. Never more than half of the longest turn.",
  }),
  connectTimeout: seconds(0.1, 150, 10, {
    description: 'Until the connection stands: the name is looked up, TCP and TLS are set up.',
    why: 'A host that does not answer within seconds seldom does later.',
  }),
  headersTimeout: seconds(0.1, 150, 20, {
    description: 'From the request to the head of its answer.',
    before: 150,
  }),
  idleTimeout: seconds(0.1, 150, 10, {
    description: 'Without a further byte of the body.',
    why: 'A server that drips is stopped by `timeout`, whatever it sends.',
    before: 150,
  }),
  maxBytes: count(1_024, 104_857_600, 5_242_880, {
    description: 'The most that is taken of a decoded body.',
    unit: 'bytes',
    why: 'It is held in memory, once per host that is being crawled.',
  }),
  overMaxBytes: choice(['truncate', 'refuse'], 'truncate', {
    description:
      'What happens to a longer body: keep its beginning, marked as truncated, or fail the page as too large.',
  }),
  earlyEnd: choice(['truncate', 'refuse'], 'truncate', {
    description:
      'What happens to a body that ends before its announced length, its last chunk or the end of its compression: keep it, marked as truncated unless it ends with the end tag of the document, or fail the page.',
    why: 'Browsers show it. A stored page that is whole is never replaced by it.',
    before: 'refuse',
  }),
  maxTries: count(1, 20, 5, {
    description: 'After so many failures in a row a URL is given up.',
    unit: 'tries',
    why: "Combine's HarvestRetries.",
  }),
  maxRedirects: count(0, 100, 10, {
    description: 'Redirects in a row that are followed, from host to host too.',
    unit: 'hops',
    why: 'A server can make them up for ever, and they lead no deeper.',
  }),
  headFirst: list(fileExtension, { max: 1_000 }, defaultHeadFirst, {
    description:
      'Extensions of what probably cannot be read: HEAD asks for its type first, and GET only for one that can.',
    expected: 'a list of file extensions in lower case, without the dot',
    why: 'Where the gap is longer than `turn.maxWait`, GET is sent at once and ended after its head.',
    before: [],
  }),
  http2: flag(false, {
    description: 'Use HTTP/2 with servers that offer it; where it fails, HTTP/1.1 for the next hour.',
    why: 'With one page at a time it only costs more.',
  }),
  cookies: flag(false, {
    description:
      'Send the cookies that a host sets back to it for the rest of the turn; then they are forgotten.',
    why: 'Sessions make endless URLs.',
  }),
  acceptLanguage: text({ max: 200, pattern: /^[A-Za-z0-9*,;=. -]+$/ }, undefined, {
    description: 'The Accept-Language header. Without it none is sent.',
    expected: 'language tags as in an Accept-Language header',
    example: 'en, de;q=0.8',
  }),
  credentials: text({ form: 'secret name' }, undefined, {
    description:
      'The name of a secret with user names, passwords and headers for some sites ([fetching.md](fetching.md#credentials)).',
    expected: 'lower-case letters, digits and hyphens, at most 40',
    example: 'members',
  }),
});

export type FetchSettings = SettingsOf<typeof fetchSection.keys>;
