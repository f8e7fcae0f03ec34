/** Answers to calls that the page sent before this code had loaded. */
export type EarlyAnswers = {
  /** The calls were sent with it. */
  readonly accessToken: string;
  /** By address, which may be a path. Null if a call failed. */
  readonly answers: Record<string, Promise<Response | null>>;
};

let offered: EarlyAnswers | null = null;

export function offerEarlyAnswers(early: EarlyAnswers): void {
  offered = early;
}

/** Once the first screen has sent its calls: later the answers would be outdated. */
export function dropEarlyAnswers(): void {
  offered = null;
}

/** The answer to the same call with the same token, once. Null if there is none. */
export function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response | null> | null {
  if (!offered || method !== 'GET') return null;
  const { accessToken, answers } = offered;
  const call = Object.keys(answers).find((address) => new URL(address, location.origin).href === url);
  const answer = call && answers[call];
  if (!answer || headers.get('authorization') !== `Bearer ${accessToken}`) return null;
  delete answers[call];
  return answer;
}
