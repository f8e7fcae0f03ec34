import compat, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data/forLegacyNode';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { oldestBrowsers } from '#site/build/browsers.ts';

/** A global (`member` is null), or a member of it: of the constructor, of its prototype, or (null) either. */
type Feature = {
  readonly owner: string;
  readonly member: string | null;
  readonly isStatic: boolean | null;
  readonly isSupported: boolean;
};

const GLOBAL_OBJECTS = ['Window', 'WorkerGlobalScope'];
const GLOBAL_NAMES = ['globalThis', 'window', 'self'];

const { builtins = {} } = compat.javascript;
const features: readonly Feature[] = [
  // Only in `api` the data say which members are static.
  ...featuresOf(builtins, () => null),
  ...featuresOf(compat.api, (key) => key.endsWith('_static')),
];

function featuresOf(data: Identifier, isStatic: (key: string) => boolean | null): Feature[] {
  return Object.keys(data).flatMap((owner) => {
    const members = data[owner];
    const own = members?.__compat;
    const global = { owner, member: null, isStatic: null, isSupported: !own || isSupported(own) };
    // An object that no supported browser has leads to no members.
    if (!members || !global.isSupported) return [global];
    const known = Object.keys(members).flatMap((key): Feature[] => {
      const statement = key === '__compat' ? undefined : members[key]?.__compat;
      if (!statement) return [];
      const member = key.replace(/_static$/, '');
      const feature = { owner, member, isStatic: isStatic(key), isSupported: isSupported(statement) };
      const isGlobal = GLOBAL_OBJECTS.includes(owner);
      return [isGlobal ? { ...feature, owner: member, member: null, isStatic: null } : feature];
    });
    return [global, ...known];
  });
}

/** Whether every supported browser has it, as it is named and without a setting. */
function isSupported({ support }: CompatStatement): boolean {
  return oldestBrowsers.every(([name, oldest]) => {
    const statements = support[(name === 'ios_saf' ? 'safari_ios' : name) as keyof typeof support];
    return [statements ?? []].flat().some((statement) => {
      const { version_added: added, version_removed: removed, flags, prefix, alternative_name } = statement;
      if (typeof added !== 'string' || flags || prefix || alternative_name) return false;
      return isUpTo(added, oldest) && !(removed && isUpTo(removed, oldest));
    });
  });
}

function isUpTo(version: string, limit: string): boolean {
  return version !== 'preview' && version.replace('≤', '').localeCompare(limit, 'en', { numeric: true }) <= 0;
}

/** By `URL`, `URL.parse` and `.union`: whether a feature of this name is supported anywhere. */
const support = new Map<string, boolean>();
for (const { owner, member, isStatic, isSupported } of features) {
  const names = member === null ? [owner] : [];
  if (member !== null && isStatic !== false) names.push(`${owner}.${member}`);
  if (member !== null && isStatic !== true) names.push(`.${member}`);
  for (const name of names) support.set(name, isSupported || support.get(name) === true);
}
const isNewer = (name: string) => support.get(name) === false;

/**
 * The names of what a script uses and the oldest browsers lack: constructors, functions, static members, methods whose
 * name no older object has, helpers of iterators where the iterator is made in place, and the flag `v` of expressions.
 */
export function newerFeaturesIn(code: string): string[] {
  const found = new Set<string>();
  const note = (name: string) => {
    if (isNewer(name)) found.add(name);
  };
  const noteFlags = (flags: unknown) => {
    if (typeof flags === 'string' && flags.includes('v')) note('.unicodeSets');
  };
  const { program, errors } = parseSync('script.js', code, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  new Visitor({
    MemberExpression(node) {
      const owner = globalName(node.object);
      const member = memberName(node);
      if (!owner || !member) return;
      note(owner);
      note(GLOBAL_NAMES.includes(owner) ? member : `${owner}.${member}`);
    },
    CallExpression({ callee }) {
      const name = globalName(callee);
      if (name) note(name);
      if (callee.type !== 'MemberExpression') return;
      const member = memberName(callee);
      const owner = globalName(callee.object);
      if (!member || (owner && support.has(`${owner}.${member}`))) return;
      note(`.${member}`);
      if (makesIterator(callee.object)) note(`Iterator.${member}`);
    },
    NewExpression({ callee, arguments: [, flags] }) {
      const name = globalName(callee);
      if (name) note(name);
      if (name === 'RegExp' && flags?.type === 'Literal') noteFlags(flags.value);
    },
    Literal(node) {
      if ('regex' in node) noteFlags(node.regex.flags);
    },
  }).visit(program);
  return [...found].sort();
}

function memberName(node: ESTree.MemberExpression): string | null {
  return !node.computed && node.property.type === 'Identifier' ? node.property.name : null;
}

/** `URL` for `URL` and `globalThis.URL`. */
function globalName(node: ESTree.Expression | ESTree.Super): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return null;
  return GLOBAL_NAMES.includes(node.object.name) ? memberName(node) : null;
}

/** As in `list.values()`, unlike `Object.values(list)`. */
function makesIterator(node: ESTree.Expression | ESTree.Super): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const maker = memberName(node.callee) ?? '';
  return (
    ['keys', 'values', 'entries', 'matchAll'].includes(maker) && globalName(node.callee.object) !== 'Object'
  );
}

/** The pseudo-classes, pseudo-elements and at-rules of a stylesheet that the oldest browsers lack: each loses its whole rule. */
export function newerRulesIn(css: string): string[] {
  const preludes = css.match(/[^{};]+(?=\{)/g) ?? [];
  const names = preludes.flatMap((prelude) => prelude.match(/(?:@|::?)(?!-)[\w-]+/g) ?? []);
  return [...new Set(names)].sort().filter((name) => {
    const data = name.startsWith('@') ? compat.css['at-rules'] : compat.css.selectors;
    const statement = data?.[name.replace(/^\W+/, '')]?.__compat;
    return statement !== undefined && !isSupported(statement);
  });
}

/** A script that takes from a page what the oldest browsers lack, so that a newer one behaves like them. */
export function removeNewerFeatures(): string {
  const newer = features.filter((feature) => !feature.isSupported);
  const remove = (list: readonly Feature[]) => {
    for (const { owner, member, isStatic } of list) {
      const object = Reflect.get(globalThis, owner);
      if (member === null) Reflect.deleteProperty(globalThis, owner);
      else if (object) {
        if (isStatic !== false) Reflect.deleteProperty(object, member);
        if (isStatic !== true && object.prototype) Reflect.deleteProperty(object.prototype, member);
      }
    }
  };
  return `(${remove})(${JSON.stringify(newer)})`;
}
