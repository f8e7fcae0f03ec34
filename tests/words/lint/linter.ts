import { readFileSync } from 'node:fs';
import { TextlintKernel } from '@textlint/kernel';
import plainText from '@textlint/textlint-plugin-text';
import stopWords, { parseDict } from 'textlint-rule-stop-words';
import terminology from 'textlint-rule-terminology';
import type { Text } from '../texts/code.ts';
import { acceptedStopWords, acceptedTerms, acceptedTexts } from './accepted.ts';
import { contractions, type Term, terms } from './terms.ts';

const kernel = new TextlintKernel();

/** The rules of textlint that are kept, for a document. */
function optionsFor(document: string) {
  return {
    ext: '.txt',
    plugins: [{ pluginId: 'text', plugin: plainText }],
    rules: [
      {
        ruleId: 'stop-words',
        rule: stopWords,
        options: { exclude: [...acceptedStopWords, ...absentStopWords(document)] },
      },
      { ruleId: 'terminology', rule: terminology, options: { exclude: acceptedTerms } },
    ],
  };
}

/** The rule searches the document for each of its 2,000 words with an expression of its own, which takes 20 s. */
function absentStopWords(document: string): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[’‘]/g, "'");
  const present = plain(document);
  return dictionary.filter((word) => !present.includes(plain(word)));
}

const dictionary = parseDict(
  readFileSync(new URL('../dict.txt', import.meta.resolve('textlint-rule-stop-words')), 'utf8'),
).map(([word = '']) => word);

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
  const document = paragraphs.join('\n\n');
  const { messages } = await kernel.lintText(document, optionsFor(document));
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
