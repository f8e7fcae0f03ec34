import { describe, expect, test } from 'vitest';
import { combinations, envelopes, ids, parseAnswer } from '#tests/setup/client/shapes.ts';
import { adminLogin, refreshToken } from './authentication.ts';
import { isFailure } from './envelope.ts';
import { retryPayment } from './payments/checks.ts';
import { failedPayments } from './payments/list.ts';
import { subscriptionStatistics } from './statistics/list.ts';
import { subscriptionHistory } from './subscriptions.ts';
import { listUsers } from './users/list.ts';
import { readUser } from './users/read.ts';
import { updateUser } from './users/update.ts';

describe('lists of users', () => {
  const places = [(rows: unknown) => ({ data: rows }), (rows: unknown) => ({ data: { data: rows } })];
  const totals = [{}, { total: 41, page: 2, pageSize: 20 }];
  test.for(combinations(places, totals, envelopes, ids))(
    'at data or data.data, with or without a total (%#)',
    ([place, total, extra, id]) => {
      const answer = parseAnswer(listUsers, { ...place([{ id, first_name: 'Ada' }]), ...total, ...extra });
      expect(answer.data).toMatchObject([
        { id, first_name: 'Ada', last_name: null, is_email_verified: null },
      ]);
      expect([answer.total, answer.page, answer.pageSize]).toEqual(
        'total' in total ? [41, 2, 20] : [null, null, null],
      );
      expect(answer.totalIsMinimum).toBe(false);
    },
  );

  test('finds a total beside the rows or below pagination', () => {
    expect(parseAnswer(listUsers, { data: { data: [], total: 3 } }).total).toBe(3);
    expect(parseAnswer(listUsers, { data: [], pagination: { total: '5' } }).total).toBe(5);
  });

  test('a row without an id is dropped; other fields may be missing or of another type', () => {
    const row = {
      id: 1,
      first_name: 9,
      email: {},
      phone: 5551234,
      is_email_verified: 'true',
      created_date_time: 0,
    };
    expect(parseAnswer(listUsers, { data: [row, { first_name: 'Without id' }, null] }).data).toEqual([
      {
        id: 1,
        first_name: '9',
        last_name: null,
        email: null,
        phone: '5551234',
        status: null,
        role: null,
        onboarding_status: null,
        is_email_verified: true,
        source: null,
        created_date_time: '0',
      },
    ]);
  });
});

describe('one user', () => {
  test.each(
    combinations(
      [(user: unknown) => ({ data: user }), (user: unknown) => ({ data: { data: user } })],
      envelopes,
      ids,
    ),
  )('at data or data.data (%#)', (place, extra, id) => {
    expect(
      parseAnswer(readUser, { ...place({ id, email: 'a@b.c', status: 'on_the_moon' }), ...extra }).data,
    ).toMatchObject({
      id,
      status: 'on_the_moon',
    });
  });

  test.each([{ data: null }, { data: {} }, { status: 200 }])('without data the user is null: %j', (body) => {
    expect(parseAnswer(readUser, body).data).toBeNull();
  });

  test('the answer to an update may contain only a message', () => {
    expect(parseAnswer(updateUser, { status: 200, message: 'Saved' })).toMatchObject({
      message: 'Saved',
      data: null,
    });
  });
});

describe('statistics', () => {
  const row = { month: '2026-01', subscription_count: '3', total_revenue: '12.50' };
  test.each([[[row]], [{ data: [row] }], [{ status: 200, data: [row] }]])(
    'accepts an array, or an object with one: %j',
    (body) => {
      const answer = parseAnswer(subscriptionStatistics, body);
      expect(answer.data).toEqual([
        { month: '2026-01', subscription_count: 3, total_revenue: 12.5, not_converted: null },
      ]);
      expect(answer.totals).toBeNull();
    },
  );

  test.each([{}, { data: {} }, 'text', null, { data: { data: [row] } }])(
    'rejects anything else: %j',
    (body) => {
      expect(() => parseAnswer(subscriptionStatistics, body)).toThrow();
    },
  );
});

describe('subscription history', () => {
  const spellings = [
    { id: 1, plan: 'Monthly', status: 'active', startDate: '2026-01-01', endDate: null },
    { id: 1, plan: 'Monthly', status: 'active', start_date: '2026-01-01' },
  ];
  const places = [
    (rows: unknown) => ({ data: { subscriptions: rows } }),
    (rows: unknown) => ({ data: rows }),
  ];
  test.each(combinations(places, spellings, envelopes))(
    'at data.subscriptions or data (%#)',
    (place, row, extra) => {
      expect(parseAnswer(subscriptionHistory, { ...place([row]), ...extra }).data.subscriptions).toEqual([
        { id: 1, plan: 'Monthly', status: 'active', startDate: '2026-01-01', endDate: null },
      ]);
    },
  );
});

describe('failed payments', () => {
  const places = [
    (rows: unknown[]) => ({ data: { payments: rows } }),
    (rows: unknown[]) => ({ payments: rows }),
    (rows: unknown[]) => ({ data: rows }),
    (rows: unknown[]) => rows,
  ];
  test.each(combinations(places, ids))('at data.payments, payments, data or the top (%#)', (place, id) => {
    const answer = parseAnswer(
      failedPayments,
      place([{ id, email: 'a@b.c', platform: 'ios' }, { email: 'no id' }]),
    );
    expect(answer.data.payments).toMatchObject([{ id, email: 'a@b.c', product_id: null }]);
  });

  test('a retry without `success` is rejected', () => {
    expect(parseAnswer(retryPayment, { success: true })).toEqual({
      success: true,
      message: '',
      outcome: null,
      standing: null,
    });
    expect(() => parseAnswer(retryPayment, { status: 200, message: 'Done' })).toThrow();
  });
});

describe('signing in and refreshing', () => {
  test('tokens are required, the user and capabilities are optional', () => {
    const tokens = { token: 'a', refreshToken: 'b' };
    expect(parseAnswer(adminLogin, { status: 200, data: { tokens } }).data).toEqual({
      tokens,
      user: null,
      capabilities: [],
    });
    const capabilities = ['users:export'];
    expect(parseAnswer(adminLogin, { data: { tokens, capabilities } }).data).toMatchObject({ capabilities });
    expect(() => parseAnswer(adminLogin, { status: 200, data: { tokens: { token: '' } } })).toThrow();
  });

  test('a challenge comes without tokens, and tokens win', () => {
    const challenge = { token: 'c', methods: ['totp'], passkey: null, expiresAt: '2026-01-01T00:00:00Z' };
    const tokens = { token: 'a', refreshToken: 'b' };
    expect(parseAnswer(adminLogin, { data: { challenge } }).data).toEqual({ challenge });
    expect(parseAnswer(adminLogin, { data: { challenge, tokens } }).data).toEqual({
      tokens,
      user: null,
      capabilities: [],
    });
    expect(() => parseAnswer(adminLogin, { data: { challenge: { ...challenge, token: '' } } })).toThrow();
  });

  test.each(['x', { token: 'x' }, { accessToken: 'x' }, { access_token: 'x' }, { tokens: { token: 'x' } }])(
    'finds the new token in %j',
    (data) => {
      expect(parseAnswer(refreshToken, { data }).data).toEqual({
        token: 'x',
        refreshToken: null,
        capabilities: null,
      });
    },
  );

  test('finds the capabilities beside the new token', () => {
    const data = { token: 'x', capabilities: ['users:export', 'newer:thing'] };
    expect(parseAnswer(refreshToken, { data }).data.capabilities).toEqual(data.capabilities);
    expect(parseAnswer(refreshToken, { data: { ...data, capabilities: [] } }).data.capabilities).toEqual([]);
  });

  test('finds the next refresh token if the provider rotates', () => {
    expect(parseAnswer(refreshToken, { data: { token: 'x', refresh_token: 'y' } }).data.refreshToken).toBe(
      'y',
    );
    expect(
      parseAnswer(refreshToken, { data: { tokens: { token: 'x', refreshToken: 'y' } } }).data.refreshToken,
    ).toBe('y');
  });
});

test('only a numeric status other than 200 or success: false is a failure', () => {
  expect([{ status: 404 }, { status: 201 }, { success: false }].map(isFailure)).toEqual([true, true, true]);
  expect(
    [{ status: 200 }, { status: 'active' }, { success: 'no' }, [], null, 'x', undefined].some(isFailure),
  ).toBe(false);
});
