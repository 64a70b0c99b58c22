import { choice } from '../../base/setting-kinds/setting.ts';

declare module '../../domain/reading/content-settings.ts' {
  interface ContentSettings {
    readonly standIns: 'drop' | 'keep';
  }
}

/** What it adds to the section `content`. */
export const content = {
  standIns: choice(['drop', 'keep'], 'drop', {
    description:
      'Soft 404s, and walls that want a login or consent: `drop` does not take them in, `keep` does, and their records say so (`standIn`). See [stand-ins](documents.md#stand-ins).',
  }),
};
