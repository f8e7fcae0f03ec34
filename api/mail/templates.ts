import { company } from '#brand/company.ts';
import { deletion } from '#brand/deletion.ts';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import type { Block, MailContent } from './render.ts';

const subscriptionNotice: Block = {
  kind: 'links',
  intro:
    'Deleting your account doesn’t cancel your subscription. The store keeps charging you until you cancel it there.',
  links: stores.map(({ owner, subscriptions }) => ({
    label: `Manage your ${owner} subscriptions`,
    address: subscriptions,
  })),
};

export function passwordResetMail(address: string, hours: number): MailContent {
  return {
    subject: `Choose a new ${product.name} password`,
    blocks: [
      { kind: 'text', text: `We received a request to reset the password of your ${product.name} account.` },
      { kind: 'action', label: 'Choose a new password', address },
      {
        kind: 'text',
        text: `The link works once, for ${hours === 1 ? 'one hour' : `${hours} hours`}. If you didn’t ask for it, ignore this email: your password stays the same.`,
      },
    ],
  };
}

export type Inviter = { name: string; email: string };

type Invitation = { address: string; hours: number; inviter: Inviter | null; site: string };

/** `inviter` is null if the operator invites by the command line. */
export function invitationMail({ address, hours, inviter, site }: Invitation): MailContent {
  const who = inviter ? `${inviter.name || inviter.email} (${inviter.email})` : 'The operator of this server';
  return {
    subject: `You’re invited to the ${product.name} console`,
    blocks: [
      {
        kind: 'text',
        text: `${who} has invited you to manage ${product.name} as an administrator. Choose a password, then sign in with this email address at ${new URL('/login', site).href}.`,
      },
      { kind: 'action', label: 'Choose a password', address },
      {
        kind: 'text',
        text: `The link works once, for ${hours} hours. If you don’t know why you got this email, ignore it: no one can sign in with your address without the link.`,
      },
    ],
  };
}

export function passwordChangedMail(): MailContent {
  return {
    subject: `Was this you? Your ${product.name} password was changed`,
    blocks: [
      {
        kind: 'text',
        text: `The password of your ${product.name} account was just changed, and every other device was signed out. If this was you, you’re all set.`,
      },
      {
        kind: 'text',
        text: `If it wasn’t you, reset your password right away and write to ${company.securityEmail}.`,
      },
    ],
  };
}

/** `device`: browser and system; empty if unknown. It names no time: a mail that was given up may be sent again later. */
export function newBrowserMail(device: string): MailContent {
  return {
    subject: `Was this you? New sign-in to ${product.name}`,
    blocks: [
      {
        kind: 'text',
        text: `Someone signed in to your ${product.name} account with ${device || 'a browser we don’t know'}, which it wasn’t used with lately. If this was you, you’re all set. Your account’s page lists every sign-in with its time.`,
      },
      {
        kind: 'text',
        text: `If it wasn’t you, reset your password right away and write to ${company.securityEmail}.`,
      },
    ],
  };
}

export function secondFactorAddedMail(): MailContent {
  return {
    subject: `Was this you? Your ${product.name} account has a new second factor`,
    blocks: [
      {
        kind: 'text',
        text: `A passkey or an authenticator app was added to your ${product.name} account. It can confirm your sign-ins from now on. If this was you, you’re all set.`,
      },
      {
        kind: 'text',
        text: `If it wasn’t you, remove it under Account, reset your password right away and write to ${company.securityEmail}.`,
      },
    ],
  };
}

export function secondFactorRemovedMail(): MailContent {
  return {
    subject: `Was this you? A second factor of your ${product.name} account was removed`,
    blocks: [
      {
        kind: 'text',
        text: `A passkey or an authenticator app no longer confirms your sign-ins to ${product.name}. Without another one, your password alone signs you in. If this was you, or you asked a colleague for it, you’re all set. You can add a new one under Account.`,
      },
      {
        kind: 'text',
        text: `If it wasn’t you, reset your password right away and write to ${company.securityEmail}.`,
      },
    ],
  };
}

export function deletionRequestMail(address: string): MailContent {
  return {
    subject: `Confirm that you want to delete your ${product.name} account`,
    blocks: [
      {
        kind: 'text',
        text: `We received a request to delete your ${product.name} account. Nothing happens until you confirm it.`,
      },
      { kind: 'action', label: 'Review and confirm the deletion', address, danger: true },
      {
        kind: 'text',
        text: `The link works once, for ${deletion.linkHours} hours. If you didn’t ask for this, ignore this email: your account stays as it is.`,
      },
      subscriptionNotice,
    ],
  };
}

/** The last mail to this address, unless the deletion is stopped. */
export function accountDeletedMail(): MailContent {
  return {
    subject: `Your ${product.name} account has been deleted`,
    blocks: [
      {
        kind: 'text',
        text: `Your ${product.name} account is closed, and every device is signed out. Within ${deletion.withinDays} days we’ll erase ${joinList(deletion.erased)}.`,
      },
      {
        kind: 'text',
        text: `We keep ${joinList(deletion.kept.map(({ what, duration, why }) => `${what} (${duration}, ${why})`))}.`,
      },
      subscriptionNotice,
      { kind: 'text', text: `If this wasn’t you, write to ${company.securityEmail} right away.` },
    ],
  };
}

/** `address` is where a deletion is requested. */
export function deletionStoppedMail(address: string): MailContent {
  return {
    subject: `Your ${product.name} account wasn’t deleted`,
    blocks: [
      {
        kind: 'text',
        text: `We stopped the deletion of your ${product.name} account. Nothing was erased, and your account is as it was before. You may have to sign in again.`,
      },
      { kind: 'text', text: 'If you still want to delete it, request the deletion again.' },
      { kind: 'action', label: 'Delete your account', address, danger: true },
      {
        kind: 'text',
        text: `If you didn’t ask us to stop it, write to ${company.securityEmail} right away.`,
      },
    ],
  };
}

type Reminder = {
  /** The store's owner, as people call it: Apple, Google. */
  owner: string;
  /** Where the customer updates the payment. */
  address: string;
  /** null: no access now. */
  accessUntil: Date | null;
  /** The store may give more time. */
  isAtLeast: boolean;
  /** What the store says; null if it says nothing. */
  triesUntil: Date | null;
};

/** It names only dates that the store has said. */
export function paymentReminderMail({
  owner,
  address,
  accessUntil,
  isAtLeast,
  triesUntil,
}: Reminder): MailContent {
  const least = isAtLeast ? 'at least ' : '';
  const deadline = triesUntil && !accessUntil ? ` It stops trying on ${formatLongDay(triesUntil)}.` : '';
  const standing = accessUntil
    ? `You still have access until ${least}${formatLongDay(accessUntil)}, while ${owner} keeps trying.`
    : `Your access is paused until the payment goes through.${deadline}`;
  return {
    subject: accessUntil
      ? `Update your payment to keep ${product.name}`
      : `Update your payment to get ${product.name} back`,
    blocks: [
      {
        kind: 'text',
        text: `${owner} couldn’t collect the payment for your ${product.name} subscription. ${standing}`,
      },
      { kind: 'action', label: `Update your payment with ${owner}`, address },
      {
        kind: 'text',
        text: `Only ${owner} can charge you: we never see your card. If you’ve updated your payment in the last few hours, you don’t need to do anything.`,
      },
      {
        kind: 'text',
        text: `Don’t want these reminders? Write to ${company.supportEmail} and we’ll stop them.`,
      },
    ],
  };
}

/** The day is that of UTC, like the stores: November 23, 2026. */
function formatLongDay(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

function joinList(items: readonly string[]): string {
  return items.join('; ');
}
