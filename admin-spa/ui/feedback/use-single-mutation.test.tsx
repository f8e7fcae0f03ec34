import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSingleMutation } from './use-single-mutation.ts';

/** The hook with a request that ends when the test says so. */
function start() {
  const requests: PromiseWithResolvers<void>[] = [];
  const { result } = renderHook(
    () =>
      useSingleMutation({
        mutationFn: () => {
          const request = Promise.withResolvers<void>();
          requests.push(request);
          return request.promise;
        },
      }),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      ),
    },
  );
  const press = (times: number) =>
    act(() => {
      for (let time = 0; time < times; time += 1) result.current.mutate();
    });
  return { result, requests, press };
}

test('two presses before the next rendering send one request, and a later one sends another', async () => {
  const { result, requests, press } = start();
  press(2);
  await waitFor(() => expect(result.current.isPending).toBe(true));
  press(1);
  expect(requests).toHaveLength(1);
  requests[0]?.reject(new Error('refused'));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  press(1);
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('a press works after a reset, as soon as the request has ended', async () => {
  const { result, requests, press } = start();
  press(1);
  await waitFor(() => expect(result.current.isPending).toBe(true));
  act(() => result.current.reset());
  press(1);
  expect(requests).toHaveLength(1);
  requests[0]?.resolve();
  await waitFor(() => {
    press(1);
    expect(requests).toHaveLength(2);
  });
});
