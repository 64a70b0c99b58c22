import { describe, expect, it } from 'vitest';
import { compoundFile } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';
import { container, record, u32 } from '../../support/documents/ppt-records.ts';

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a presentation of PowerPoint 97 to 2003', () => {
  const text = (said: string): Buffer => record(0x0fa8, Buffer.from(said, 'latin1'));
  const string = (instance: number, said: string): Buffer => record(0x0fba, wide(said), instance << 4);
  /** A shape with a text; with a placeholder of this kind. */
  const shape = (said: string, placeholder?: number): Buffer => {
    const atom = Buffer.from([0, 0, 0, 0, placeholder ?? 0, 0, 0, 0]);
    const data = placeholder === undefined ? Buffer.alloc(0) : container(0xf011, record(0x0bc3, atom));
    return container(0xf004, Buffer.concat([data, record(0xf00d, text(said), 0xf)]));
  };
  const drawing = (...shapes: readonly Buffer[]): Buffer => container(0x040c, Buffer.concat(shapes));

  it('has what its master shows, its footers and its comments, and no prompts and signs', async () => {
    const footer = container(
      0x0fd9,
      Buffer.concat([record(0x0fda, Buffer.from([0, 0, 0x20, 0])), string(2, 'Foot')]),
    );
    const comment = container(0x2ee0, Buffer.concat([string(0, 'Ann'), string(1, 'Good')]));
    const tags = container(0x1388, container(0x138a, record(0x138b, comment)));
    const slide = container(0x03ee, Buffer.concat([drawing(shape('One'), shape('*')), footer, tags]));
    const master = container(
      0x03f8,
      drawing(shape('Click to edit', 1), shape('Of the master'), shape('*', 9)),
    );
    const list = (persist: number, id: number, instance: number): Buffer =>
      container(0x0ff0, record(0x03f3, u32(persist, 0, 0, id, 0)), instance);
    const document = container(0x03e8, Buffer.concat([list(3, 7, 1), list(2, 8, 0)]));
    const objects = [document, slide, master];
    const at = objects.map((_, index) => Buffer.concat(objects.slice(0, index)).length);
    const directory = record(0x1772, u32((3 << 20) | 1, ...at));
    const end = Buffer.concat(objects).length;
    const edit = record(0x0ff5, u32(0, 0, 0, end, 0));
    const body = compoundFile({
      'PowerPoint Document': Buffer.concat([...objects, directory, edit]),
      'Current User': record(0x0ff6, u32(20, 0xe391c05f, end + directory.length)),
    });
    expect(await bodyHtml(body, 'application/vnd.ms-powerpoint')).toBe(
      '<section><p>One</p><p>Ann: Good</p></section><footer><p>Of the master</p><p>Foot</p></footer>',
    );
  });
});

describe('a document of Word 97 to 2003', () => {
  /** Characters of the body with the properties of each run, and comments with their authors. */
  function doc(
    runs: readonly (readonly [text: string, properties: readonly number[]])[],
    comments: readonly (readonly [author: string, text: string])[] = [],
  ): Buffer {
    const text = [...runs.map(([said]) => said), ...comments.map(([, said]) => said)].join('');
    const start = 1_024;
    const main = Buffer.alloc(3_072);
    main.writeUInt16LE(0xa5ec, 0);
    main.writeUInt16LE(0xc1, 2);
    main.writeUInt32LE(runs.map(([said]) => said).join('').length, 0x4c);
    main.writeUInt32LE(comments.map(([, said]) => said).join('').length, 0x5c);
    main.write(text, start, 'latin1');
    // The page with properties of characters: where runs end, and behind these where properties stand, from the end.
    const page = 2_560;
    let at = start;
    let place = 510;
    main.writeUInt32LE(at, page);
    for (const [index, [said, properties]] of runs.entries()) {
      at += said.length;
      main.writeUInt32LE(at, page + (index + 1) * 4);
      if (properties.length === 0) continue;
      place -= 2 * Math.ceil((properties.length + 1) / 2);
      main[page + place] = properties.length;
      Buffer.from(properties).copy(main, page + place + 1);
      main[page + (runs.length + 1) * 4 + index] = place / 2;
    }
    main[page + 511] = runs.length;
    const parts: readonly (readonly [place: number, bytes: Buffer])[] = [
      [0x1a2, pieces(text.length, start)],
      [0xfa, u32(start, at, page / 512)],
      [
        0xba,
        Buffer.concat([
          u32(...Array(comments.length + 1).fill(0)),
          ...comments.map((_, index) => reference(index)),
        ]),
      ],
      [
        0xc2,
        u32(
          ...comments.map((_, index) =>
            comments.slice(0, index).reduce((sum, [, said]) => sum + said.length, 0),
          ),
          9,
        ),
      ],
      [
        0x1ba,
        Buffer.concat(
          comments.map(([author]) => Buffer.concat([Buffer.from([author.length, 0]), wide(author)])),
        ),
      ],
    ];
    let table = Buffer.alloc(0);
    for (const [where, bytes] of parts) {
      main.writeUInt32LE(table.length, where);
      main.writeUInt32LE(bytes.length, where + 4);
      table = Buffer.concat([table, bytes]);
    }
    return compoundFile({ WordDocument: main, '0Table': table });
  }

  function pieces(length: number, start: number): Buffer {
    const plc = Buffer.alloc(16);
    plc.writeUInt32LE(length, 4);
    plc.writeUInt32LE(0x4000_0000 | (start * 2), 10);
    return Buffer.concat([Buffer.from([2]), u32(plc.length), plc]);
  }

  function reference(author: number): Buffer {
    const bytes = Buffer.alloc(30);
    bytes.writeUInt16LE(author, 20);
    return bytes;
  }

  it('has no text that was deleted or is hidden', async () => {
    const body = doc([
      ['It stays', []],
      [' gone', [0x00, 0x08, 1]],
      [' unseen', [0x3c, 0x08, 1]],
      [' and this', [0x35, 0x08, 1]],
      [' too\r', [0x3c, 0x08, 0]],
    ]);
    expect(await bodyHtml(body, 'application/msword')).toBe('<p>It stays and this too</p>');
  });

  it('has comments with their authors', async () => {
    const body = doc(
      [['Text\r', []]],
      [
        ['Ann Lee', '\x05Good\rVery\r'],
        ['Bo', '\x05No\r'],
      ],
    );
    expect(await bodyHtml(body, 'application/msword')).toBe(
      '<p>Text</p><p>Ann Lee: Good</p><p>Very</p><p>Bo: No</p>',
    );
  });
});
