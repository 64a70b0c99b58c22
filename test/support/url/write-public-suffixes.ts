import { writeFileSync } from 'node:fs';
import { publicSuffixRules, suffixModule, writtenSuffixes } from './public-suffixes.ts';

/** Writes the Public Suffix List of the installed tldts into the sources: `npm run suffixes`. */
const target = new URL('../../../lib/base/url/public-suffixes.ts', import.meta.url);
writeFileSync(target, suffixModule(writtenSuffixes(await publicSuffixRules())));
