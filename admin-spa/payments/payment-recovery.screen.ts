import { routes } from '../routes.ts';
import type { Screen } from '../shell/screen.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import stylesheet from './payments.scss?url';

export const screen: Screen = {
  pattern: routes.payments,
  title: 'Payment Recovery',
  load: async () => {
    const [{ PaymentRecovery }] = await Promise.all([
      import('./PaymentRecovery.tsx'),
      loadStylesheet(stylesheet),
    ]);
    return PaymentRecovery;
  },
  // Not in the code that every screen starts with. Where it does not arrive, the screen does not either.
  prefetch: (_, search) =>
    import('./payment-queries.ts').then(
      ({ prefetchPayments }) => prefetchPayments(search),
      () => undefined,
    ),
};
