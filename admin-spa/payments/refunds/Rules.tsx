import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { type RefundRules, refundRules, setRefundRule } from '#contract/refunds.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SubmitButton } from '#forms/SubmitButton.tsx';
import { useSubmit } from '#forms/use-submit.ts';
import { Card } from '../../ui/Card.tsx';
import { storeName } from '../labels.tsx';
import { ruleNames, ruleText, type Store } from './labels.ts';
import { putRules } from './queries.ts';

const stores = ['ios', 'android'] as const;

/** What each store is told about unanswered requests. */
export function Rules({ rules }: { rules: RefundRules }) {
  const canChange = useCan()('refunds:rules');
  return (
    <Card title="What happens without a person" titleId="rules-title" className="card refund-rules">
      {stores.map((store) => (
        <div key={store}>
          {canChange ? (
            <RuleForm store={store} rule={rules[store]} />
          ) : (
            <p>
              <strong>{storeName(store)}</strong> <span>{ruleNames[rules[store]]}</span>
            </p>
          )}
          <p className="muted">{ruleText(store, rules[store])}</p>
        </div>
      ))}
    </Card>
  );
}

/** With a button, because the arrow keys choose the rules in between, too. */
function RuleForm({ store, rule }: { store: Store; rule: RefundRules[Store] }) {
  const client = useQueryClient();
  const { isSending, onSubmit } = useSubmit({
    validate: () => null,
    async send(values) {
      const chosen = refundRules.find((one) => one === values.rule) ?? rule;
      const { data, message } = await call(setRefundRule, { body: { store, rule: chosen } });
      putRules(client, data);
      toast.success(message || 'The rule was saved.');
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  const name = storeName(store);
  return (
    <form method="post" noValidate aria-busy={isSending} aria-label={`Rule for ${name}`} onSubmit={onSubmit}>
      <label>
        <strong>{name}</strong>
        {/* The key shows what a colleague has saved. */}
        <select name="rule" key={rule} defaultValue={rule}>
          {refundRules.map((one) => (
            <option key={one} value={one}>
              {ruleNames[one]}
            </option>
          ))}
        </select>
      </label>
      <SubmitButton isHydrated isBusy={isSending} label="Save" sending="Saving…" isQuiet />
    </form>
  );
}
