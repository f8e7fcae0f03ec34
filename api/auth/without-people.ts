/** Fields of an answer that say who a customer is, or are free text about one, with what stands there instead. */
const personal: Readonly<Record<string, string | null>> = {
  first_name: '',
  last_name: '',
  email: '',
  phone: null,
  externalId: null,
  storeAccountToken: null,
  // Notes of a check, and why access was granted.
  notes: null,
  reason: '',
};

/** Fields whose changes don’t identify a person. */
const impersonal = ['status', 'role', 'administrator_role', 'outcome'];

/**
 * The answer for a role that does not see who people are: without names, addresses, phones and notes, wherever they stand.
 * Administrators keep their names, as those who did something.
 */
export function withoutPeople(answer: object): object {
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, shown(answer, key, value)]));
}

function shown(parent: object, key: string, value: unknown): unknown {
  if (Object.hasOwn(personal, key)) return personal[key];
  // The customer of a payment, or the user whom an entry of the log is about.
  if (key === 'name' && ('email' in parent || isAboutPerson(parent))) return null;
  if ((key === 'by' || key === 'recovered_by') && typeof value === 'string') return withoutAddress(value);
  if (key === 'changes' && Array.isArray(value) && !isAboutRecipes(parent)) return value.map(withoutValues);
  if (Array.isArray(value))
    return value.filter(isNoNote).map((item) => (isObject(item) ? withoutPeople(item) : item));
  return isObject(value) ? withoutPeople(value) : value;
}

/** "Ann Lee (ann@example.com)" is "Ann Lee"; the name of a key stays. */
function withoutAddress(name: string): string {
  const at = name.lastIndexOf(' (');
  return at > 0 && name.includes('@', at) ? name.slice(0, at) : name;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isNoNote = (item: unknown) => !(isObject(item) && 'kind' in item && item.kind === 'note');

const isAboutPerson = (record: object) =>
  'kind' in record && 'userId' in record && (record.kind === 'user' || record.kind === 'payment');

const isAboutRecipes = (entry: object) =>
  'record' in entry && isObject(entry.record) && 'kind' in entry.record && entry.record.kind === 'recipe';

function withoutValues(change: { field: string }): object {
  return impersonal.includes(change.field) ? change : { ...change, from: null, to: null };
}
