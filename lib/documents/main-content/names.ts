import { detach } from '../../base/bytes/detach.ts';
import { recent } from '../../base/recent-answers.ts';
import type { Block } from '../blocks/block.ts';

/**
 * What a word of class and id says of a block: it stands at a `place` around the content or has such a shape; it has a `purpose`
 * other than the content; it asks for `consent`; it is `unseen`, being for programs, or a copy that a carousel makes.
 */
type Saying = 'consent' | 'unseen' | 'purpose' | 'place';

/** What class and id of a block say. */
export interface NameSigns {
  readonly word?: string;
  /** What the word says. */
  readonly says?: Saying;
  /** It is the content. */
  readonly isContent: boolean;
  /** Visitors wrote this about the content. */
  readonly isComments: boolean;
  readonly isReviews: boolean;
  /** It narrows or sorts a list. */
  readonly isFilter: boolean;
  readonly isPrice: boolean;
  /** It says who wrote the content. */
  readonly isByline: boolean;
}

const all: string[][] = [];

/** Words between other characters than letters and digits. */
function whole(...lists: readonly string[]): RegExp {
  const words = lists.join(' ').split(' ');
  all.push(words);
  return new RegExp(`(?:^|[^a-z0-9])(${words.join('|')})(?![a-z0-9])`);
}

/** The first that matches counts. */
const sayings: readonly (readonly [Saying, RegExp])[] = [
  ['consent', whole('cookies? consent gdpr onetrust')],
  [
    'unseen',
    whole('screen-reader-text sr-only visually-hidden visuallyhidden slick-cloned swiper-slide-duplicate'),
  ],
  [
    'purpose',
    whole(
      'share sharing social sharedaddy addtoany follow-us toast',
      'newsletter subscribe subscription signup sign-up optin login signin register',
      'related(?:-?(?:posts?|articles?|content|stories))? recommend(?:ed|ations)? more-?(?:stories|articles|posts) outbrain taboola jp-relatedposts yarpp up-next also-like',
      'ad ads advert(?:isement|ising)? sponsor(?:ed|s)? adsbygoogle',
      'author-?(?:bio|box|info|card) about-?(?:the-?)?author post-?(?:meta|nav|navigation|tags|footer) entry-?(?:meta|footer) byline tags?-?(?:list|links|cloud) tagcloud',
      'comment-?(?:form|respond) respond reply-?(?:form|link) edit-?link editsection search-?(?:form|box|bar)',
    ),
  ],
  [
    'place',
    whole(
      'nav(?:bar|igation)? menu submenu megamenu breadcrumbs? pagination pager toc skip(?:-link)? toolbar',
      'site-?(?:header|footer) page-?footer footer masthead topbar banner sidebar side-?bar widgets? widget-area',
      'modal popup pop-up overlay lightbox offcanvas drawer tooltip print-only noprint',
      'read-?(?:more|next) trending popular promo likes?',
    ),
  ],
];

const contentWords = whole(
  'entry-content post-?content article-?(?:body|content|text) post-?body story-?body page-?content main-?content markdown-body mw-parser-output td-post-content rich-?text blog-?(?:content|post) content-body documentation docs-content',
);
const commentWords = whole('comments? disqus commentlist comments-area responses');
const reviewWords = whole('reviews? ratings?');
const filterWords = whole('filters? facets? refine(?:ments?|-by)? sort(?:-?by|ing)? sorter');

const priceWords = whole('price');
const bylineWords = whole('author(?:name)? byline(?:name)?');

/** Most names have none of the words, in whatever way its parts may be joined. */
const anyWord = new RegExp(
  `(?:^|[^a-zA-Z0-9]|[a-z](?=[A-Z]))(?i:${anyOf(all.flat()).replace(/-\??/g, '[-_]?')})(?![a-z0-9])`,
  'g',
);

/** One expression for all words that looks at each letter once where words begin alike. */
function anyOf(words: readonly string[], shared = 0): string {
  const alike = Map.groupBy(words, (word) => word.slice(shared, shared + 1));
  return [...alike]
    .map(([first, its]) =>
      its.length === 1
        ? (its[0] as string).slice(shared)
        : shared < 3 && first !== ''
          ? `${first}(?:${anyOf(its, shared + 1)})`
          : its.map((word) => word.slice(shared)).join('|'),
    )
    .join('|');
}

const silent: NameSigns = {
  isContent: false,
  isComments: false,
  isReviews: false,
  isFilter: false,
  isPrice: false,
  isByline: false,
};

/** Reads the names of the blocks of one page: many share them. */
export function nameReader(): (block: Block) => NameSigns {
  const known = new Map<string, NameSigns>();
  return ({ attributes: { class: classes, id } }) => {
    let ofClass = classes === undefined ? silent : known.get(classes);
    if (ofClass === undefined) {
      ofClass = signsOf(classes as string);
      known.set(classes as string, ofClass);
    }
    return id === undefined ? ofClass : both(ofClass, signsOf(id));
  };
}

/** What a name says, in whatever way its words are joined. */
export function signsOf(name: string): NameSigns {
  let signs = silent;
  anyWord.lastIndex = 0;
  while (anyWord.test(name)) {
    const begin = name.lastIndexOf(' ', anyWord.lastIndex - 1) + 1;
    const end = name.indexOf(' ', anyWord.lastIndex);
    const part = name.slice(begin, end < 0 ? name.length : end);
    signs = both(signs, part.length > longestKept ? signsOfPart(part) : ofKept(part));
    if (end < 0) break;
    anyWord.lastIndex = end;
  }
  return signs;
}

/** Longer ones are not kept. UTF-16 units. */
const longestKept = 100;
/** Pages share such names. */
const ofKept = recent(signsOfPart, 1_000);

/** What a name without spaces says. */
function signsOfPart(written: string): NameSigns {
  const name = /[A-Z_]/.test(written) ? hyphenated(written) : written;
  const signs = {
    isContent: contentWords.test(name),
    isComments: commentWords.test(name),
    isReviews: reviewWords.test(name),
    isFilter: filterWords.test(name),
    isPrice: priceWords.test(name),
    isByline: bylineWords.test(name),
  };
  for (const [says, words] of sayings) {
    const word = words.exec(name)?.[1];
    if (word !== undefined) return { ...signs, says, word: detach(word) };
  }
  return signs;
}

function both(one: NameSigns, other: NameSigns): NameSigns {
  if (one === silent) return other;
  if (other === silent) return one;
  const { says, word } = rank(one) <= rank(other) ? one : other;
  return {
    isContent: one.isContent || other.isContent,
    isComments: one.isComments || other.isComments,
    isReviews: one.isReviews || other.isReviews,
    isFilter: one.isFilter || other.isFilter,
    isPrice: one.isPrice || other.isPrice,
    isByline: one.isByline || other.isByline,
    ...(says !== undefined && word !== undefined && { says, word }),
  };
}

function rank({ says }: NameSigns): number {
  const found = sayings.findIndex(([saying]) => saying === says);
  return found < 0 ? sayings.length : found;
}

function hyphenated(name: string): string {
  return name
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase();
}
