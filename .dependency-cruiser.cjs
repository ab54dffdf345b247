'use strict';
/** Who may import whom. Source: design, section 2. Everything that is not allowed here is an error. */
const packages =
  '^node_modules/|^node:|^(cluster|crypto|fs|http|net|dns|os|path|stream|util|url|timers|child_process|module|zlib)';

/** One line a folder: what it may import besides itself and packages. */
const folders = {
  'schema/api': [],
  'schema/db': ['^schema/api/'],
  lib: ['^schema/'],
  theme: ['^schema/api/'],
  admin: ['^schema/api/', '^theme/'],
  plugin: ['^lib/', '^schema/', '^theme/'],
  host: ['^plugin/index\\.ts$', '^lib/host\\.ts$'],
};

/** The same inside lib; `db`, `context`, `options` and `host.ts` are for everybody. */
const rooms = {
  net: [],
  access: [],
  forms: ['entries', 'deliveries', 'uploads'],
  entries: ['uploads', 'deliveries', 'forms'],
  uploads: [],
  notifications: ['entries', 'forms'],
  deliveries: ['net', 'forms', 'entries', 'notifications'],
  stats: ['forms', 'entries', 'deliveries'],
  submissions: ['forms', 'entries', 'uploads', 'deliveries', 'notifications'],
};

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(folders).map(([folder, allowed]) => ({
      name: `from-${folder}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { pathNot: [`^${folder}/`, packages, ...allowed] },
    })),
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `from-lib-${room}`,
      severity: 'error',
      from: { path: `^lib/${room}/` },
      to: { path: '^lib/[a-z]+/', pathNot: [room, 'db', ...allowed].map((name) => `^lib/${name}/`) },
    })),
    {
      name: 'nobody-imports-tests-host-or-bench',
      severity: 'error',
      from: { pathNot: '^(tests|host|bench)/' },
      to: { path: '^(tests|host|bench)/' },
    },
    {
      name: 'schema-api-takes-zod-only',
      severity: 'error',
      from: { path: '^schema/api/' },
      to: { pathNot: ['^schema/api/', '^node_modules/zod/'] },
    },
    {
      name: 'no-web-server-below-the-door',
      severity: 'error',
      from: { path: '^(lib|schema|theme)/' },
      to: { path: '^node_modules/(@types/)?(express|react)' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: '^(plugin|lib|schema|theme|host)/', pathNot: '/build\\.cjs$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
  },
};
