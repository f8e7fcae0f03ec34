import { expect, it } from 'vitest';
import { reach, withFacts } from './facts.ts';

it('says nothing of an address or a telephone that is not set', () => {
  expect(reach({ holder: 'Acme', address: null, phone: null })).toBe('');
  expect(withFacts('<p>{{company.reach}}</p>')).not.toContain('null');
});

it('shows the address under the name, and the telephone', () => {
  expect(reach({ holder: 'A & B', address: '1 Main St\nSpringfield', phone: '+1 555 0100' })).toBe(
    '<p>A &amp; B<br>1 Main St<br>Springfield</p><p>+1 555 0100</p>',
  );
});

it('fails for a fact that there is not', () => {
  expect(() => withFacts('{{company.shoeSize}}')).toThrow('is not a fact');
});
