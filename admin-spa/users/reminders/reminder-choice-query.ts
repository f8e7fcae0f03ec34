import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readReminderChoice } from '#contract/users/reminders.ts';

export const reminderChoiceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'reminders', userId],
    queryFn: ({ signal }) => call(readReminderChoice, { parameters: { userId }, signal }),
  });
