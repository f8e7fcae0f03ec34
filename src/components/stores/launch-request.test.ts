import { expect, it } from 'vitest';
import { composeLaunchRequest } from './launch-request.ts';

it('has a subject that names the stores without the app', () => {
  const request = new URL(composeLaunchRequest('Google Play', 'launch+us@meals.example') ?? '');
  expect(request.protocol + request.pathname).toBe('mailto:launch+us@meals.example');
  expect(decodeURIComponent(request.search)).toBe('?subject=Tell me when Mealwright is on Google Play');
});

it('needs an address', () => {
  expect(composeLaunchRequest('Google Play', null)).toBeNull();
});
