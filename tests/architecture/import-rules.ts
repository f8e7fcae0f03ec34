import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * The rules of dependency-cruiser. Paths are regular expressions from the root; the tool sees static, dynamic and
 * type-only imports. It doesn't read `.astro` and `.scss`: `imports.test.ts` holds the table for them.
 */

/** What each folder of ours may import besides itself, packages and Node: the table in the README. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/brand': [],
  'shared/contract': [],
  'shared/client': ['^shared/contract/'],
  'shared/forms': ['^shared/(brand|contract|client)/'],
  'admin-spa': ['^shared/'],
  src: ['^shared/', '^admin-spa/routes\\.ts$', '^package\\.json$'],
  api: ['^shared/(brand|contract)/', '^recipe-reader/'],
  'recipe-reader': [],
};

/** The layers of `api/`, the lowest first. Code may import from its own folder and from lower layers. */
const apiLayers: readonly (readonly string[])[] = [
  ['api/auth/password-rules\\.ts$'],
  ['api/config/'],
  ['api/http/'],
  ['api/db/'],
  ['api/site/', 'api/audit/', 'api/pictures/'],
  ['api/jobs/'],
  ['api/mail/(?!compose-mail)'],
  ['api/auth/(?!password-rules)'],
  ['api/purchases/(?!payments/)'],
  ['api/accounts/', 'api/purchases/payments/', 'api/recipes/', 'api/openapi/'],
  // It composes what every other folder queues.
  ['api/imports/', 'api/mail/compose-mail\\.ts$', 'api/metrics/'],
  ['api/demo/'],
  ['api/dependencies\\.ts$'],
  ['api/routes/'],
  ['api/app\\.ts$'],
  ['api/startup/'],
  ['api/cli/', 'api/index\\.ts$'],
  ['api/start\\.mjs$'],
];

/** Folders of the console that are no resource. */
const CONSOLE_PARTS = '^admin-spa/(?:audit|records|ui|shell|palette)/';

/**
 * What a resource of the console imports from another one. What several resources show of a record stands in `audit/` or
 * `records/`: a new line here needs a reason why it can't.
 */
export const betweenResources: Readonly<Record<string, readonly string[]>> = {
  activity: [
    // One answer is the list of administrators and the filter by them.
    'users/administrators/administrators-query.ts',
    // The labels are typed by the form of the editor.
    'recipes/field-labels.ts',
  ],
  dashboard: [
    'payments/labels.tsx',
    // The newest users are one of the lists that change with a user.
    'users/queries.ts',
    // The Home of an editor is about recipes alone.
    'recipes/RecipesHome.tsx',
  ],
  // A recovered payment changes the revenue.
  payments: ['dashboard/queries.ts'],
  // The page of a user shows their failed payments, with the same Retry and details.
  users: [
    'payments/columns.tsx',
    'payments/drawer/use-payment-drawer.tsx',
    'payments/queries.ts',
    'payments/can-retry.ts',
    'payments/use-retries.ts',
    // Their timeline tells of payments as the payment's own does.
    'payments/labels.tsx',
    'payments/timeline/entry-texts.ts',
    'payments/timeline/timeline.scss',
  ],
};

/** Tests may import anything. */
const TESTS = '\\.test\\.tsx?$';
/** It matches outside of the root, too: `node_modules` may be a link. */
const PACKAGES = '(?:^|/)node_modules/';

function rule(
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  const withoutTests = [TESTS, ...(typeof from.pathNot === 'string' ? [from.pathNot] : (from.pathNot ?? []))];
  return { name, severity: 'error', from: { ...from, pathNot: withoutTests }, to };
}

const table = Object.entries(mayImport).map(([folder, others]) =>
  rule(
    `table of ${folder}`,
    { path: `^${folder}/` },
    { pathNot: [`^${folder}/`, PACKAGES, ...others], dependencyTypesNot: ['core', 'unknown'] },
  ),
);

const everyLayer = apiLayers.flat().map((place) => `^${place}`);

const layers = apiLayers.flatMap((places, layer) => {
  const lower = apiLayers.slice(0, layer).flat();
  return places.map((place) =>
    rule(
      `layers of api, from ${place.replaceAll(/\(.*\)|\\|\$/g, '')}`,
      { path: `^${place}` },
      { path: '^api/', pathNot: [place, ...lower].map((allowed) => `^${allowed}`) },
    ),
  );
});

const exceptions = Object.entries(betweenResources).map(([resource, targets]) =>
  rule(
    `resources of the console, from ${resource}`,
    { path: `^admin-spa/${resource}/` },
    {
      path: '^admin-spa/[^/]+/',
      pathNot: [CONSOLE_PARTS, `^admin-spa/${resource}/`, ...targets.map((file) => `^admin-spa/${file}$`)],
    },
  ),
);

const config: IConfiguration = {
  forbidden: [
    ...table,
    rule('no circle', {}, { circular: true }),
    rule('no re-export', {}, { dependencyTypes: ['export'] }),
    rule('every folder of api has a layer', { path: '^api/', pathNot: everyLayer }, {}),
    ...layers,
    rule(
      'ui knows no resource',
      { path: '^admin-spa/ui/' },
      {
        path: '^(?:admin-spa|shared/contract)/',
        pathNot: ['^admin-spa/ui/', '^shared/contract/(?:endpoint|envelope|list-query)\\.ts$'],
      },
    ),
    rule(
      'audit and records know no screen',
      { path: '^admin-spa/(audit|records)/' },
      { path: '^admin-spa/', pathNot: ['^admin-spa/$1/', '^admin-spa/(?:ui/|routes\\.ts$)'] },
    ),
    ...exceptions,
    rule(
      'resources of the console',
      {
        path: '^admin-spa/([^/]+)/',
        pathNot: [CONSOLE_PARTS, `^admin-spa/(?:${Object.keys(betweenResources).join('|')})/`],
      },
      { path: '^admin-spa/[^/]+/', pathNot: [CONSOLE_PARTS, '^admin-spa/$1/'] },
    ),
    // Every form has these texts: the schema library would come with them.
    rule('messages import nothing', { path: '^shared/contract/messages\\.ts$' }, {}),
    rule(
      'recipe-reader knows no server',
      { path: '^recipe-reader/' },
      { path: [`${PACKAGES}(?:@hono|hono|kysely|pg)/`, '^https?$'] },
    ),
    // What the tool doesn't find it can't judge.
    rule('every import is found', {}, { couldNotResolve: true, pathNot: '^astro:' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: PACKAGES },
    exclude: { path: '^(?:dist|\\.data|\\.astro)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

export default config;
