import { TextlintKernel } from '@textlint/kernel';
import plainText from '@textlint/textlint-plugin-text';
import stopWords from 'textlint-rule-stop-words';
import terminology from 'textlint-rule-terminology';
import type { Text } from '../texts/code.ts';
import { acceptedStopWords, acceptedTerms, acceptedTexts } from './accepted.ts';
import { contractions, type Term, terms } from './terms.ts';

const kernel = new TextlintKernel();

/** The rules of textlint that are kept, and our own terms. */
const options = {
  ext: '.txt',
  plugins: [{ pluginId: 'text', plugin: plainText }],
  rules: [
    { ruleId: 'stop-words', rule: stopWords, options: { exclude: acceptedStopWords } },
    { ruleId: 'terminology', rule: terminology, options: { exclude: acceptedTerms } },
  ],
};

/** A sentence for each finding: where, what and the text. */
export async function lint(texts: readonly Text[], kept: readonly string[]): Promise<string[]> {
  // One word is no sentence: it would hide others.
  const exempt = [...acceptedTexts, ...kept.filter((one) => one.includes(' '))];
  const own = texts.map(({ text }) => exempt.reduce((rest, one) => rest.replaceAll(one, '…'), text));
  const byRules = await findByRules(own);
  return texts.flatMap(({ file, line, text, isTalk }, at) => {
    const messages = [
      ...(byRules.get(at) ?? []),
      ...findTerms(own[at] ?? '', isTalk ? [...terms, contractions] : terms),
    ];
    return messages.map((message) => `${file}:${line}: ${message}: ${text}`);
  });
}

/** The messages by the place of their text. One document of all texts, because the rules are slow to start. */
async function findByRules(texts: readonly string[]): Promise<Map<number, string[]>> {
  const paragraphs = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const { messages } = await kernel.lintText(paragraphs.join('\n\n'), options);
  const found = new Map<number, string[]>();
  for (const { message, loc } of messages) {
    const at = (loc.start.line - 1) / 2;
    found.set(at, [...(found.get(at) ?? []), message]);
  }
  return found;
}

function findTerms(text: string, list: readonly Term[]): string[] {
  return list.flatMap(([pattern, advice]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`“${found}”: ${advice}`];
  });
}
