import { expect, test } from 'vitest';
import { shareWindow } from '#tests/setup/journeys/shared-window.ts';

test('the next file of a worker finds the window as the first one did', () => {
  const heard: string[] = [];
  const earlier = window.addEventListener;
  const clear = shareWindow();
  addEventListener('popstate', () => heard.push('window'));
  document.addEventListener('focusin', () => heard.push('document'), { capture: true });
  Object.assign(document, { _reactListening: true });
  document.head.append(document.createElement('link'));
  document.body.append(document.createElement('main'));
  document.documentElement.lang = 'de';
  localStorage.setItem('access_token', 'left');
  sessionStorage.setItem('scroll_restoration', 'left');
  history.replaceState({ key: 'left' }, '', '/users?page=2');

  clear();
  dispatchEvent(new PopStateEvent('popstate'));
  document.dispatchEvent(new FocusEvent('focusin'));
  expect(heard).toEqual([]);
  expect(document).not.toHaveProperty('_reactListening');
  expect(document.documentElement.outerHTML).toBe('<html><head></head><body></body></html>');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect([location.pathname + location.search, history.state]).toEqual(['/', null]);
  expect(window.addEventListener).toBe(earlier);
});
