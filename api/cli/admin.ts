import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { appScopes, DEFAULT_REQUESTS_PER_MINUTE } from '#contract/app/keys.ts';
import { type AdministratorRole, administratorRoles } from '#contract/roles.ts';
import { type Environment, EnvironmentError, readEnvironment } from '../config/environment.ts';
import { mailAddressSchema } from '../config/environment-values.ts';
import { createLog } from '../config/log.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { refundReasons } from '../purchases/sandbox/refunds.ts';
import { openSandbox } from '../startup/stores.ts';
import {
  createAdministrator,
  createAdministratorLink,
  giveRole,
  listAdministrators,
  resetFactor,
  restoreAdministrator,
  suspendAdministrator,
} from './administrator-commands.ts';
import { addKey, describeKeys, revokeKey, rollKey } from './key-commands.ts';
import { describePurchases, playRefund, playSubscription, setExchangeRate } from './store-commands.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Manages administrators, the app backend’s keys and exchange rates in DATABASE_URL, or in the database in DATA_DIR if that isn’t set, whether or not the server is running.

  npm run admin -- list
  npm run admin -- create <email> [--role <role>] [--mail]
                                              creates one, with a link to choose a password; an owner without --role
  npm run admin -- role <email> <role>        gives an administrator another role: owner, support, editor or analyst
  npm run admin -- link <email> [--mail]      creates a link to choose a new password
  npm run admin -- suspend <email>            suspends an administrator immediately
  npm run admin -- restore <email>            lets a suspended administrator sign in again
  npm run admin -- reset-factor <email>       removes the second factor of an administrator who has lost it

  npm run admin -- key add <name> --scopes <scopes> [--expires <day>] [--per-minute <requests>]
                                              creates a key of the app’s backend and shows its secret, once
  npm run admin -- key list                   lists the keys: state, name, scopes, last use
  npm run admin -- key roll <name>            creates a new secret; the earlier one works for 24 more hours
  npm run admin -- key revoke <name>          ends a key immediately

  npm run admin -- rate <currency> <month> <dollars>
                                              price of one unit in dollars: rate EUR 2026-11 1.08;
                                              converts the charges of that month
  npm run admin -- purchases                  counts the stores’ purchases by state, those waiting, those given up with the
                                              reason, and those without a known user
  npm run admin -- play <email> [--store android]
                                              plays a subscription for this user in the sandbox: bought, renewed,
                                              grace period, hold, recovered, refunded

  npm run admin -- refund <email> [--store android] [--reason <reason>] [--decision <decision>]
                                              lets the sandbox ask about a refund or a chargeback of this user’s newest
                                              charge, or decide about it

  --mail        emails the link to its owner instead of showing it here
  --scopes      ${appScopes.join(',')}
  --expires     the last day in UTC, such as 2026-11-30; without it the key doesn’t expire
  --per-minute  the limit of requests a minute, ${DEFAULT_REQUESTS_PER_MINUTE} by default
  --store       ios (the default) or android
  --reason      ${refundReasons.ios.join(', ')}
  --decision    granted, declined or reversed; Google only tells of what it grants
`;

type AdminCommand = (db: Db) => Promise<string>;

/** Throws StartError with the usage for unknown arguments. */
function readCommand({ siteUrl, apple, google }: Environment): AdminCommand {
  const { positionals, values } = parseArguments();
  const [verb, text, ...rest] = positionals;
  if (verb === 'key') return readKeyCommand(positionals.slice(1), values);
  if (verb === 'rate') return readRate(positionals.slice(1));
  if (verb === 'list' && text === undefined) return listAdministrators;
  if (verb === 'purchases' && text === undefined) return describePurchases;
  if (verb === 'role' && text !== undefined && rest.length === 1) {
    const [email, role] = [parseAddress(text), parseRole(rest[0] ?? '')];
    return (db) => giveRole(db, { email, role }, new Date());
  }
  if (rest.length > 0 || text === undefined) throw new StartError(USAGE);
  const email = parseAddress(text);
  const delivery = { byMail: values.mail ?? false, siteUrl };
  const now = new Date();
  if (verb === 'create') {
    const role = parseRole(values.role ?? 'owner');
    return (db) => createAdministrator(db, { email, role, ...delivery }, now);
  }
  if (verb === 'link') return (db) => createAdministratorLink(db, { email, ...delivery }, now);
  if (verb === 'suspend') return (db) => suspendAdministrator(db, email, now);
  if (verb === 'play') {
    if (apple || google)
      throw new StartError('A store is connected here, and only the sandbox can play a subscription.');
    return (db) => playSubscription(sandboxServices(db), { email, platform: parseStore(values.store) });
  }
  if (verb === 'refund') {
    if (apple || google)
      throw new StartError('A store is connected here, and only the sandbox can play a refund.');
    const { store, reason, decision } = values;
    return (db) => playRefund(sandboxServices(db), { email, platform: parseStore(store), reason, decision });
  }
  if (verb === 'reset-factor') return (db) => resetFactor(db, email, now);
  if (verb === 'restore') return (db) => restoreAdministrator(db, email, now);
  throw new StartError(USAGE);
}

function parseRole(text: string): AdministratorRole {
  const role = administratorRoles.find((one) => one === text);
  if (!role) throw new StartError(`The role must be one of ${administratorRoles.join(', ')}.`);
  return role;
}

function readKeyCommand(
  [verb, name, ...rest]: string[],
  { scopes, expires, 'per-minute': perMinute }: ReturnType<typeof parseArguments>['values'],
): AdminCommand {
  const now = new Date();
  if (verb === 'list' && name === undefined) return (db) => describeKeys(db, now);
  if (rest.length > 0 || name === undefined) throw new StartError(USAGE);
  if (verb === 'add' && scopes !== undefined)
    return (db) => addKey(db, { name, scopes, expires, perMinute }, now);
  if (verb === 'roll') return (db) => rollKey(db, name, now);
  if (verb === 'revoke') return (db) => revokeKey(db, name, now);
  throw new StartError(USAGE);
}

function readRate([currency, month, dollars, ...rest]: string[]): AdminCommand {
  if (!currency || !month || !dollars || rest.length > 0) throw new StartError(USAGE);
  return (db) => setExchangeRate(db, { currency: currency.toUpperCase(), month, dollars }, new Date());
}

function parseStore(text = 'ios'): 'ios' | 'android' {
  if (text !== 'ios' && text !== 'android') throw new StartError('The store must be ios or android.');
  return text;
}

function sandboxServices(db: Db) {
  const clock = () => new Date();
  return { db, stores: openSandbox({ db, clock }), clock, log: createLog() };
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        mail: { type: 'boolean' },
        store: { type: 'string' },
        reason: { type: 'string' },
        decision: { type: 'string' },
        role: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        'per-minute': { type: 'string' },
      },
    });
  } catch (error) {
    throw new StartError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}

function parseAddress(text: string): string {
  const result = v.safeParse(mailAddressSchema, text);
  if (!result.success) throw new StartError(`The address ${result.issues[0].message}.`);
  return result.output;
}

try {
  if (['help', '--help'].includes(process.argv[2] ?? '')) process.stdout.write(USAGE);
  else {
    const environment = readEnvironment(process.env);
    const command = readCommand(environment);
    process.stdout.write(await withDatabase(environment, 'npm run admin', command));
  }
} catch (error) {
  const isExpected =
    error instanceof StartError || error instanceof EnvironmentError || error instanceof Problem;
  process.stderr.write(`${isExpected ? error.message : `The command failed: ${getErrorMessage(error)}`}\n`);
  process.exitCode = 1;
}
