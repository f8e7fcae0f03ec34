import { expect, it } from 'vitest';
import { contactDetails, withFacts } from './facts.ts';

it('leaves out an address or phone number that is not set', () => {
  expect(contactDetails({ holder: 'Acme', address: null, phone: null })).toBe('');
  expect(withFacts('<p>{{company.reach}}</p>')).not.toContain('null');
});

it('shows the address below the name, and the phone number', () => {
  expect(contactDetails({ holder: 'A & B', address: '1 Main St\nSpringfield', phone: '+1 555 0100' })).toBe(
    '<p>A &amp; B<br>1 Main St<br>Springfield</p><p>+1 555 0100</p>',
  );
});

it('throws for an unknown fact', () => {
  expect(() => withFacts('{{company.shoeSize}}')).toThrow('is not a fact');
});
