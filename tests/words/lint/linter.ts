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
  const findings = await Promise.all(
    texts.map(async ({ file, line, text, isTalk }) => {
      // One word is no sentence: it would hide others.
      const exempt = [...acceptedTexts, ...kept.filter((one) => one.includes(' '))];
      const own = exempt.reduce((rest, one) => rest.replaceAll(one, '…'), text);
      const messages = [
        ...(await findByRules(own)),
        ...findTerms(own, isTalk ? [...terms, contractions] : terms),
      ];
      return messages.map((message) => `${file}:${line}: ${message}: ${text}`);
    }),
  );
  return findings.flat();
}

async function findByRules(text: string): Promise<string[]> {
  const { messages } = await kernel.lintText(text, options);
  return messages.map(({ message }) => message);
}

function findTerms(text: string, list: readonly Term[]): string[] {
  return list.flatMap(([pattern, advice]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`“${found}”: ${advice}`];
  });
}
