import { refreshAddress } from './address.ts';
import { ApiError } from './api-error.ts';
import { mustAddFactor } from './capabilities.ts';
import { refresh } from './refresh.ts';
import { useSession } from './session.ts';

/** How the question who is there has ended. `proven`: the server took the proof. */
export type ProofOutcome = 'proven' | 'canceled';

type Prompt = () => Promise<ProofOutcome>;

let prompt: Prompt | null = null;
let asked: Promise<ProofOutcome> | null = null;
let proofs = 0;

/** Without a prompt a call that needs a proof is refused. Returns the function that takes the prompt away. */
export function setStepUpPrompt(ask: Prompt): () => void {
  prompt = ask;
  return () => {
    if (prompt === ask) prompt = null;
  };
}

/**
 * Runs a call. If the server wants a new proof of who is there (403 with the reason `step_up`), it asks for one and runs
 * the call once more. Calls at the same time share one question. If no proof is given, the call's own refusal is thrown.
 */
export async function withStepUp<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const proofsBefore = proofs;
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof ApiError ? error.reason : null;
    if (reason === 'second_factor_required') learnThatFactorIsMissing();
    // Another call may have been proven while this one was on its way.
    if (reason !== 'step_up' || (proofs === proofsBefore && (await askOnce()) === 'canceled')) throw error;
    return run();
  }
}

async function askOnce(): Promise<ProofOutcome> {
  if (!prompt) return 'canceled';
  asked ??= prompt().finally(() => {
    asked = null;
  });
  const outcome = await asked;
  if (outcome === 'proven') proofs += 1;
  return outcome;
}

/** The time to add one has ended during this session: its next capabilities say so. */
function learnThatFactorIsMissing(): void {
  // A failure shows as that of the session.
  if (!mustAddFactor(useSession.getState())) refresh(refreshAddress).catch(() => undefined);
}
