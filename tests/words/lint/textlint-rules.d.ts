// The two packages bring no types.
declare module 'textlint-rule-stop-words' {
  import type { TextlintRuleModule } from '@textlint/types';

  const rule: TextlintRuleModule;
  export default rule;
  /** The words of a dictionary, each with its alternative, if there is one. */
  export function parseDict(text: string): [word: string, alternative?: string][];
}

declare module 'textlint-rule-terminology' {
  import type { TextlintRuleModule } from '@textlint/types';

  const rule: TextlintRuleModule;
  export default rule;
}
