/** A part of the code, and what it may import. */
export interface Room {
  /** Files whose path begins with this; of several rooms the longest holds. */
  readonly path: string;
  /** Beginnings of paths of ours that it may import, beside its own room. */
  readonly own: readonly string[];
  /** Packages; a `*` at the end stands for anything. */
  readonly packages: readonly string[];
}

/** Functions that take bytes or text and give data. */
const pureLibraries = [
  'node:buffer',
  'node:crypto',
  'node:zlib',
  '@exodus/bytes/*',
  '@orama/stemmers/*',
  'eld/extrasmall',
  'cheerio/slim',
  'html-encoding-sniffer',
  'htmlparser2',
  'hucre',
  'image-size',
  'robots-parser',
  'unpdf',
];

/** Rooms that know nothing of a crawl. */
export const pureRooms = [
  'lib/base/',
  'lib/documents/',
  'lib/rules/',
  'lib/archive/',
  'lib/topic/',
  'lib/graph/',
];
/** Rooms that others open by the files at their top alone; their folders are private. */
const roomsWithDoors = [
  ...['lib/documents/', 'lib/rules/', 'lib/archive/', 'lib/topic/', 'lib/graph/'],
  ...['lib/operations/', 'lib/faces/'],
];

/** The room with doors that a file lies in. */
export function closedRoomOf(path: string): string | undefined {
  return roomsWithDoors.find((room) => path.startsWith(room));
}

/** Whether a file lies at the top of a room with doors. */
export function isDoor(path: string): boolean {
  const room = closedRoomOf(path);
  return room !== undefined && !path.slice(room.length).includes('/');
}

/** The same, and what a crawl decides. */
const decisions = [...pureRooms, 'lib/domain/'];

/** Who may import whom: DESIGN, as a table. */
export const rooms: readonly Room[] = [
  { path: 'lib/base/', own: [], packages: pureLibraries },
  { path: 'lib/documents/', own: ['lib/base/'], packages: pureLibraries },
  { path: 'lib/rules/', own: ['lib/base/', 'lib/documents/'], packages: pureLibraries },
  { path: 'lib/archive/', own: ['lib/base/'], packages: pureLibraries },
  { path: 'lib/topic/', own: ['lib/base/'], packages: pureLibraries },
  { path: 'lib/graph/', own: ['lib/base/'], packages: pureLibraries },
  { path: 'lib/domain/', own: pureRooms, packages: pureLibraries },
  { path: 'lib/ports/', own: [...decisions], packages: [] },
  { path: 'lib/pipeline/', own: [...decisions, 'lib/ports/'], packages: ['node:zlib'] },
  {
    path: 'lib/pipeline/operation/',
    own: [...decisions, 'lib/ports/', 'lib/pipeline/'],
    packages: ['zod/mini'],
  },
  {
    path: 'lib/capabilities/',
    own: [...decisions, 'lib/ports/', 'lib/pipeline/'],
    packages: [...pureLibraries, 'zod/mini'],
  },
  {
    path: 'lib/capabilities/telemetry/',
    own: [...decisions, 'lib/ports/', 'lib/pipeline/', 'lib/capabilities/'],
    packages: ['@opentelemetry/api'],
  },
  {
    path: 'lib/capabilities/export/',
    own: [...decisions, 'lib/ports/', 'lib/pipeline/'],
    packages: [...pureLibraries, 'zod/mini', 'hyparquet-writer'],
  },
  {
    path: 'lib/operations/',
    own: [...decisions, 'lib/ports/', 'lib/pipeline/', 'lib/capabilities/'],
    packages: ['zod/mini'],
  },
  {
    // Of what answers it takes types alone, and of words what browsers have.
    path: 'lib/faces/console/browser/',
    own: ['lib/base/', 'lib/domain/', 'lib/pipeline/', 'lib/graph/', 'lib/topic/'],
    packages: ['preact', 'preact/hooks', 'htm/preact'],
  },
  {
    path: 'lib/faces/',
    own: ['lib/base/', 'lib/operations/', 'lib/pipeline/operation/'],
    packages: ['zod/mini', 'hono', 'hono/tiny', 'node:*'],
  },
  {
    path: 'lib/config/',
    own: [...decisions, 'lib/capabilities/'],
    packages: ['zod', 'zod/mini', 'yaml', 'node:*'],
  },
  { path: 'lib/adapters/system/', own: [...decisions, 'lib/ports/'], packages: ['node:*'] },
  {
    path: 'lib/adapters/aws/',
    own: [...decisions, 'lib/ports/', 'lib/config/', 'lib/adapters/system/', 'lib/capabilities/sql/'],
    packages: ['@aws-sdk/*', '@smithy/*', 'node:*'],
  },
  {
    path: 'lib/adapters/embedded/',
    own: [...decisions, 'lib/ports/', 'lib/config/', 'lib/adapters/system/'],
    packages: ['node:*'],
  },
  {
    path: 'lib/adapters/reading/',
    own: [...decisions, 'lib/ports/', 'lib/adapters/system/'],
    packages: ['node:*', 'mmdb-lib'],
  },
  {
    path: 'lib/adapters/converting/',
    own: [...decisions, 'lib/ports/', 'lib/adapters/system/'],
    packages: ['node:*'],
  },
  {
    path: 'lib/adapters/plugins/',
    own: [...decisions, 'lib/ports/', 'lib/adapters/system/'],
    packages: ['node:*'],
  },
  {
    path: 'lib/adapters/sinks/',
    own: [
      ...[...decisions, 'lib/ports/', 'lib/pipeline/feed/', 'lib/pipeline/operation/', 'lib/pipeline/sinks/'],
      ...['lib/capabilities/export/', 'lib/capabilities/sinks/', 'lib/config/', 'lib/adapters/system/'],
      'lib/adapters/embedded/base/',
    ],
    packages: ['node:*'],
  },
  {
    path: 'lib/adapters/sql/',
    own: [...decisions, 'lib/ports/', 'lib/capabilities/sql/', 'lib/adapters/system/'],
    packages: ['node:*', 'hyparquet-writer'],
  },
  {
    path: 'lib/adapters/web/',
    own: [...decisions, 'lib/ports/', 'lib/config/', 'lib/adapters/system/'],
    packages: ['undici', 'undici/lib/*', 'node:*'],
  },
  { path: 'lib/runtime/', own: ['lib/'], packages: ['node:*'] },
  { path: 'lib/runtime/aws', own: ['lib/'], packages: ['@aws-sdk/*', 'node:*'] },
  {
    path: 'lib/infra/',
    own: ['lib/config/', 'lib/capabilities/sql/', ...decisions],
    packages: ['aws-cdk-lib*', 'constructs', 'esbuild', 'node:*'],
  },
  { path: 'lib/api/cdk.ts', own: ['lib/infra/', 'lib/config/'], packages: [] },
  { path: 'lib/api/extend.ts', own: [...decisions, 'lib/api/page-step.ts'], packages: [] },
  {
    path: 'lib/api/',
    own: ['lib/api/', 'lib/operations/', 'lib/capabilities/', 'lib/runtime/', 'lib/config/', ...decisions],
    packages: ['node:*'],
  },
  {
    path: 'functions/',
    own: ['lib/runtime/', 'lib/adapters/aws/', 'lib/faces/', 'lib/pipeline/', 'lib/capabilities/'],
    packages: ['@middy/*'],
  },
  {
    path: 'bin/commands/',
    own: [
      ...[
        'bin/',
        'lib/api/',
        'lib/faces/',
        'lib/operations/',
        'lib/capabilities/',
        'lib/runtime/',
        'lib/pipeline/',
        'lib/config/',
        ...decisions,
      ],
      'examples/serve.ts',
    ],
    packages: ['node:*', 'commander'],
  },
  {
    path: 'bin/render/',
    own: [
      ...decisions,
      ...['lib/capabilities/', 'lib/operations/', 'lib/pipeline/operation/', 'lib/config/combine-format/'],
      'lib/runtime/shared/installation.ts',
    ],
    packages: [],
  },
  {
    path: 'bin/deploy.ts',
    own: ['lib/infra/', 'lib/config/', ...decisions],
    packages: ['aws-cdk-lib*', 'node:*'],
  },
  {
    path: 'bin/',
    own: ['bin/', 'lib/operations/', 'lib/capabilities/', 'lib/config/', ...decisions],
    packages: ['node:*', 'commander'],
  },
];

/** What must not be imported although a table above would let it. */
export const forbidden: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  { from: 'lib/runtime/embedded', to: 'lib/adapters/aws/', why: 'one machine needs no SDK' },
  { from: 'lib/runtime/aws', to: 'lib/adapters/embedded/', why: 'a Lambda needs no SQLite' },
  { from: 'lib/runtime/', to: 'lib/infra/', why: 'what runs knows nothing of how it is deployed' },
  { from: 'lib/runtime/', to: 'lib/faces/', why: 'what runs knows nothing of who asks' },
  { from: 'lib/runtime/', to: 'lib/api/', why: 'the API is a user of it, as the command line is' },
  { from: 'functions/', to: 'lib/runtime/embedded', why: 'a Lambda runs on AWS' },
];
