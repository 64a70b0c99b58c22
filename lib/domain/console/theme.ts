/** As CloudWatch says it of its console (`widgetContext.theme`). */
export type Theme = 'light' | 'dark';

/** Whatever is no theme that we know counts as the light one, the console's own default. */
export function themeOf(said: unknown): Theme {
  return said === 'dark' ? 'dark' : 'light';
}

/** Grounds that the console has under a widget: of its panels and tables, before and after its redesign of 2024. */
export const grounds: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#ffffff', '#fafafa', '#f2f3f3'],
  dark: ['#0f1b2a', '#161d26', '#16191f', '#21252c'],
};

/** Texts in colours of ours: at least 4.5:1 on each of their grounds (WCAG 2.2, 1.4.3, level AA; test/domain/console). */
export const colours: Readonly<Record<Theme, Readonly<Record<'text' | 'open' | 'rests' | 'hint', string>>>> =
  {
    light: { text: '#16191f', open: '#196f02', rests: '#944a00', hint: '#5c6670' },
    dark: { text: '#e9ebed', open: '#6fc05a', rests: '#f2a14e', hint: '#a3adb8' },
  };

function styleOf(theme: Theme): string {
  const { text, open, rests, hint } = colours[theme];
  return (
    `<style>.winnow{color:${text}}.winnow-open{color:${open}}.winnow-rests{color:${rests}}` +
    '.winnow-line{white-space:nowrap}.winnow table{width:100%;max-width:100%}' +
    '.winnow td,.winnow th{vertical-align:top;text-align:left;padding:4px 10px 4px 0;min-width:5.5em}' +
    '.winnow-buttons .btn{margin:0 2px 4px 0}.winnow bdi{overflow-wrap:anywhere}' +
    `.winnow input,.winnow select{max-width:100%}.winnow ::placeholder{color:${hint};opacity:1}</style>`
  );
}

/** All that a widget or an answer is, in the colours of its console. */
export function themed(theme: Theme, html: string): string {
  return `${styleOf(theme)}<div class="winnow">${html}</div>`;
}
