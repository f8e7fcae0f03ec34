import { APIException, type ConsumptionRequest } from '@apple/app-store-server-library';
import type { AnswerRefund, RefundAnswerResult } from '../store.ts';
import { describeRefusal, isTryAgain, toAnswer, unreadable } from './fault.ts';
import { type AppleServices, openSession } from './session.ts';

/** App Store Server API, Send Consumption Information (V2). Only requests of production are answered. */
export function createAnswerRefund(services: AppleServices): AnswerRefund {
  return async ({ order, body }, signal) => {
    try {
      const { client } = openSession(services, 'production', signal);
      const request: ConsumptionRequest = JSON.parse(body);
      await client.sendConsumptionInformation(order, request);
      return { kind: 'accepted' };
    } catch (error) {
      return error instanceof APIException ? toResult(error) : toNotNow(services, error);
    }
  };
}

function toResult(error: APIException): RefundAnswerResult {
  const because = describeRefusal(error);
  const isFinal = error.httpStatusCode >= 400 && error.httpStatusCode < 500 && !isTryAgain(error);
  return isFinal ? { kind: 'refused', because } : { kind: 'not_now', because, until: null };
}

function toNotNow(services: AppleServices, error: unknown): RefundAnswerResult {
  const answer = toAnswer(services, error instanceof SyntaxError ? unreadable() : error);
  return answer.kind === 'not_now' ? answer : { kind: 'refused', because: answer.raw };
}
