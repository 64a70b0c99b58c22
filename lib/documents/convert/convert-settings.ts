import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { count, list, seconds, special } from '../../base/setting-kinds/setting.ts';

/** A media type, or all of a kind: `application/pdf`, `image/*`, `*\/*`. */
export const mediaTypePattern = /^(?:\*|[a-z0-9.+-]+)\/(?:\*|[a-z0-9.+-]+)$/;

/** A program that converts documents of a media type. */
export interface ConvertProgram {
  /** The program and its arguments, without a shell. */
  readonly command: readonly string[];
  /** What it writes to its standard output. */
  readonly output: 'html' | 'text';
}

/** A program for documents of some media types. */
export interface ProgramSettings extends ConvertProgram {
  readonly types: readonly string[];
}

/** A program in a file. */
export type GivenProgram = Omit<ProgramSettings, 'output'> & { readonly output: 'html' | 'text' };

/** What stands in a command for the path of the document. */
export const documentPlace = '{file}';

/** The `convert` section. */
export const convertSection = section(
  'Documents that are no web pages: which are converted to text, and what a conversion may use. See [documents.md](documents.md#documents-that-are-converted).',
  {
    types: list(
      { pattern: mediaTypePattern, expected: 'a media type in lower case' },
      { max: 100 },
      ['*/*'],
      {
        description:
          'Media types that are converted, as far as there is a converter or a program for them: `application/pdf`, `application/*`. All others end as unsupported.',
        expected: 'a list of media types',
        before: [],
        example: ['application/pdf'],
      },
    ),
    programs: special<readonly GivenProgram[], readonly ProgramSettings[]>([], (given) => given, {
      description: `Programs that convert documents in place of the converters that are built in: \`types\`, \`command\` (the program and its arguments, in which \`${documentPlace}\` stands for the document; no shell sees it) and \`output\` (\`html\` or \`text\`). On AWS they run where the function \`convert\` is an image that brings them.`,
      expected: 'a list of programs, each with types, command and output',
      example: [{ types: ['application/postscript'], command: ['ps2ascii', documentPlace], output: 'text' }],
    }),
    timeout: seconds(1, 600, 60, {
      description:
        'A conversion that takes longer ends, and its document is unreadable. A converter that is built in gives documents of less than 1 MB a part of it that grows with their size, and 10 s at least.',
    }),
    maxMemory: count(64, 4_096, 512, {
      description: 'What a conversion may need beyond an idle converter; with more it ends.',
      unit: 'MB',
      why: 'Measured every tenth of a second. The convert function of a stack has to have about twice as much.',
    }),
    maxText: count(1_000, 50_000_000, 10_000_000, {
      description: 'HTML that is taken from a document; the rest is cut off.',
      unit: 'characters',
    }),
    maxPages: count(1, 100_000, 2_000, {
      description: 'Pages, slides or sheets that are converted of a document.',
      unit: 'pages',
    }),
  },
);

export type ConvertSettings = SettingsOf<typeof convertSection.keys>;

export const defaultConvertSettings: ConvertSettings = defaultsOf(convertSection);

/** Whether a media type is among some, of which `*` stands for any word. @param essence lower-case */
export function isAmong(essence: string, types: readonly string[]): boolean {
  const [kind] = essence.split('/', 1);
  return types.some((type) => type === essence || type === '*/*' || type === `${kind}/*`);
}
