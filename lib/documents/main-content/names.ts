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
}

/** How the words begin that say something. */
const beginnings = new Set<string>();

/** Words between other characters than letters and digits. */
function whole(...words: readonly string[]): RegExp {
  const alone = words
    .join('|')
    .replace(/\([^()]*\)/g, '')
    .replace(/\([^()]*\)/g, '');
  for (const word of alone.split('|')) beginnings.add(word.slice(0, 3));
  return new RegExp(`(?:^|[^a-z0-9])(${words.join('|')})(?![a-z0-9])`);
}

/** The first that matches counts. */
const sayings: readonly (readonly [Saying, RegExp])[] = [
  ['consent', whole('cookies?|consent|gdpr|onetrust')],
  [
    'unseen',
    whole('screen-reader-text|sr-only|visually-hidden|visuallyhidden|slick-cloned|swiper-slide-duplicate'),
  ],
  [
    'purpose',
    whole(
      'share|sharing|social|sharedaddy|addtoany|follow-us|toast',
      'newsletter|subscribe|subscription|signup|sign-up|optin|login|signin|register',
      'related(?:-?(?:posts?|articles?|content|stories))?|recommend(?:ed|ations)?|more-?(?:stories|articles|posts)|outbrain|taboola|jp-relatedposts|yarpp|up-next|also-like',
      'ad|ads|advert(?:isement|ising)?|sponsor(?:ed|s)?|adsbygoogle',
      'author-?(?:bio|box|info|card)|about-?(?:the-?)?author|post-?(?:meta|nav|navigation|tags|footer)|entry-?(?:meta|footer)|byline|tags?-?(?:list|links|cloud)|tagcloud',
      'comment-?(?:form|respond)|respond|reply-?(?:form|link)|edit-?link|editsection|search-?(?:form|box|bar)',
    ),
  ],
  [
    'place',
    whole(
      'nav(?:bar|igation)?|menu|submenu|megamenu|breadcrumbs?|pagination|pager|toc|skip(?:-link)?|toolbar',
      'site-?(?:header|footer)|page-?footer|footer|masthead|topbar|banner|sidebar|side-?bar|widgets?|widget-area',
      'modal|popup|pop-up|overlay|lightbox|offcanvas|drawer|tooltip|print-only|noprint',
      'read-?(?:more|next)|trending|popular|promo|likes?',
    ),
  ],
];

const contentWords = whole(
  'entry-content|post-?content|article-?(?:body|content|text)|post-?body|story-?body|page-?content|main-?content|markdown-body|mw-parser-output|td-post-content|rich-?text|blog-?(?:content|post)|content-body|documentation|docs-content',
);
const commentWords = whole('comments?|disqus|commentlist|comments-area|responses');
const reviewWords = whole('reviews?|ratings?');
const filterWords = whole('filters?|facets?|refine(?:ments?|-by)?|sort(?:-?by|ing)?|sorter');

/** Most names have no such word. */
const maySay = new RegExp(`(?:^|[^a-z0-9])(?:${[...beginnings].join('|')})`);

const silent: NameSigns = { isContent: false, isComments: false, isReviews: false, isFilter: false };

/** Reads the names of the blocks of one page: many share them. */
export function nameReader(): (block: Block) => NameSigns {
  const known = new Map<string, NameSigns>();
  const read = (name: string): NameSigns => {
    let found = known.get(name);
    if (found === undefined) {
      found = signsOf(name);
      known.set(name, found);
    }
    return found;
  };
  return ({ attributes: { class: classes, id } }) => {
    const ofClass = classes === undefined ? silent : read(classes);
    // Ids are each their own: they are read together with the class where they may say something.
    const ofId = id === undefined ? silent : signsOf(id);
    return ofId === silent ? ofClass : ofClass === silent ? ofId : signsOf(`${classes} ${id}`);
  };
}

/** What a name says, in whatever way its words are joined. */
export function signsOf(written: string): NameSigns {
  const name = /[A-Z_]/.test(written) ? hyphenated(written) : written;
  if (!maySay.test(name)) return silent;
  const signs = {
    isContent: contentWords.test(name),
    isComments: commentWords.test(name),
    isReviews: reviewWords.test(name),
    isFilter: filterWords.test(name),
  };
  for (const [says, words] of sayings) {
    const word = words.exec(name)?.[1];
    if (word !== undefined) return { ...signs, says, word };
  }
  return signs;
}

function hyphenated(name: string): string {
  return name
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase();
}
