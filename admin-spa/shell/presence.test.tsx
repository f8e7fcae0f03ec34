import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());

// The files of a worker share the focus manager, so the next one must find it as it was.
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  vi.restoreAllMocks();
});

test('polls pause after five minutes without a key or the pointer, and go on with the next one', () => {
  watchPresence();
  vi.advanceTimersByTime(4 * 60_000);
  expect(focusManager.isFocused()).toBe(true);
  dispatchEvent(new Event('pointermove'));
  vi.advanceTimersByTime(4 * 60_000);
  expect(focusManager.isFocused()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(focusManager.isFocused()).toBe(false);
  dispatchEvent(new Event('keydown'));
  expect(focusManager.isFocused()).toBe(true);
});

test('polls pause in a hidden tab', () => {
  watchPresence();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  for (const state of ['hidden', 'visible'] as const) {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(focusManager.isFocused()).toBe(state === 'visible');
  }
});
